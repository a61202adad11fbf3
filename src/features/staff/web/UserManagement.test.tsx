import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  type StaffAccount,
  staffAccounts,
  staffHistory,
} from "#features/staff/contract.ts";
import {
  addDoctor,
  bookedWithDoctor,
  changeDoctor,
  type Doctor,
  deactivateDoctor,
  doctors,
} from "#features/staff/doctors-contract.ts";
import { clinicUsers, listTasks } from "#features/tasks/contract.ts";
import { marites as assignee, aTask } from "#features/tasks/web/testing-tasks.ts";
import { permissionCatalogue } from "#shared/permissions.ts";
import { aUser, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { UserManagement } from "./UserManagement.tsx";

const anAccount = (id: number, changed: Partial<StaffAccount> = {}): StaffAccount => ({
  id,
  email: `staff${id}@example.ph`,
  firstName: "Marites",
  lastName: "Bañez",
  role: "secretary",
  permissions: ["view_patients"],
  isActive: true,
  passwordChanged: true,
  ...changed,
});
const marites = anAccount(1, { permissions: ["view_patients", "edit_patients"] });
const fe = anAccount(2, { firstName: "Ma. Fe", lastName: "delos Santos", passwordChanged: false });
const angelo = anAccount(3, {
  firstName: "Angelo",
  lastName: "Quijano",
  role: "staff",
  permissions: [],
  isActive: false,
});
const aDoctor = (id: number, letter: string, changed: Partial<Doctor> = {}): Doctor => ({
  id,
  userId: id + 100,
  isOwner: false,
  firstName: "Ma. Corazon",
  lastName: "dela Peña",
  printedName: null,
  licenseNumber: "0104227",
  ptrNumber: "2615530",
  ptrYear: 2026,
  s2Number: null,
  specialization: "Pediatrics",
  credentials: "MD, DPPS",
  s2EndsOn: null,
  letter,
  isPractising: true,
  isConfidential: false,
  isActive: true,
  account: { email: `doctor${id}@example.ph`, passwordChanged: true },
  ...changed,
});
const owner = aDoctor(11, "A", { isOwner: true, firstName: "Rafael", lastName: "Peñaflor" });
const corazon = aDoctor(12, "B", { isConfidential: true, s2Number: "07-204-B", s2EndsOn: "2026-12-31" });
const jun = aDoctor(13, "C", {
  firstName: "Jun",
  lastName: "Ang",
  ptrNumber: null,
  ptrYear: null,
  account: { email: "jun.ang@example.ph", passwordChanged: false },
});
const made = { tempPassword: "d24mn-43ssj-vumvx-qjb92", firstName: "Ma. Fe", lastName: "delos Santos" };

const draw = (...answers: FakeAnswer[]) =>
  renderScreen(<UserManagement clinicName="Peñaflor Heart Clinic" />, {
    answers: [
      reply(currentUser, aUser()),
      reply(clinicUsers, []),
      reply(doctors, [owner]),
      reply(staffAccounts, [marites, fe, angelo]),
      ...answers,
    ],
  });

const cards = async () =>
  within(await screen.findByRole("list", { name: "Staff Accounts" }))
    .getAllByRole("listitem")
    .filter((item) => item.querySelector("p"));
const figure = (label: string) => screen.getByText(label, { selector: "dt" }).nextElementSibling?.textContent;

async function fillIn({ hand }: ReturnType<typeof draw>) {
  await hand.click(await screen.findByRole("button", { name: "Add Staff Member" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Staff Member" }));
  await hand.type(form.getByLabelText(/^First name/), "Ma. Fe");
  await hand.type(form.getByLabelText(/^Last name/), "delos Santos");
  await hand.type(form.getByLabelText(/^Email/), "mafe@example.ph");
  return { form, save: () => hand.click(form.getByRole("button", { name: "Create Account" })) };
}

test("with none it says so, and offers to add one", async () => {
  draw(reply(staffAccounts, []));
  await screen.findByText("No staff accounts yet");
  expect(screen.getAllByRole("button", { name: "Add Staff Member" })).toHaveLength(1);
});

test("a list that fails to load can be retried", async () => {
  const { hand, answer } = draw(refuse(staffAccounts, "internal", "Broken"));
  await screen.findByText("Failed to load staff accounts");
  answer(reply(staffAccounts, [marites]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await cards()).toHaveLength(1);
});

test("counts the staff and shows each account's state", async () => {
  draw();
  const [first, second, third] = (await cards()).map((card) => card.textContent);
  screen.getByText("Admin Access");
  expect([figure("Total Staff"), figure("Active Users"), figure("Pending Setup")]).toEqual(["3", "2", "1"]);
  expect(first).toMatch(/Marites BañezActivestaff1@example.ph · SecretaryView PatientsEdit Patients/);
  expect(first).not.toContain("Setup Required");
  expect(second).toContain("Setup Required");
  expect(third).toMatch(/Inactive.*· Staff MemberNo permissions/);
  screen.getByRole("button", { name: "Edit Angelo Quijano" });
  expect(screen.queryByRole("button", { name: "Deactivate Angelo Quijano" })).toBeNull();
});

test("adds a secretary with the usual rights, and shows once the password and where to log in", async () => {
  const drawn = draw(reply(addStaffAccount, made));
  const { form, save } = await fillIn(drawn);
  for (const { description } of Object.values(permissionCatalogue)) form.getByText(description);
  await save();
  await screen.findByText("Staff Account Created Successfully");
  expect(drawn.sent(addStaffAccount)[0]?.body).toEqual({
    email: "mafe@example.ph",
    firstName: "Ma. Fe",
    lastName: "delos Santos",
    role: "secretary",
    permissions: ["view_patients", "add_patients", "edit_patients", "take_payments", "manage_schedule"],
  });
  const shown = within(await screen.findByRole("dialog", { name: "Temporary password" }));
  shown.getByText(made.tempPassword);
  shown.getByText(`${location.origin}/staff-login`);
  await drawn.hand.keyboard("{Escape}");
  await drawn.hand.click(shown.getByRole("button", { name: "Copy" }));
  await screen.findByText("Copied to clipboard");
  expect(await navigator.clipboard.readText()).toBe(made.tempPassword);
  await drawn.hand.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText(made.tempPassword)).toBeNull());
});

test("says how to write the password down when it cannot be copied", async () => {
  const drawn = draw(reply(addStaffAccount, made));
  vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: undefined } }));
  document.execCommand = () => false;
  const { save } = await fillIn(drawn);
  await save();
  await drawn.hand.click(await screen.findByRole("button", { name: "Copy" }));
  await screen.findByText("Press Ctrl+C, or write it down.");
  expect(getSelection()?.toString()).toBe(made.tempPassword);
});

test("shows an address that has an account at its field", async () => {
  const message = "This email address already has an account. Use another one.";
  const drawn = draw(refuse(addStaffAccount, "taken", message, { fields: { email: message } }));
  const { form, save } = await fillIn(drawn);
  await save();
  await screen.findByText("Error Creating Staff Account");
  expect(form.getByLabelText(/^Email/).getAttribute("aria-invalid")).toBe("true");
});

test("a failure to create has the specification's message", async () => {
  const drawn = draw(refuse(addStaffAccount, "internal", "Broken"));
  await (await fillIn(drawn)).save();
  await screen.findByText("Failed to create staff account");
});

test("an account whose first response was lost is not created twice: its password has to be renewed", async () => {
  const drawn = draw(refuse(addStaffAccount, "already_done", "Already done"));
  await (await fillIn(drawn)).save();
  await screen.findByText(/Create a new one for this account/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("changes the rights; a refusal keeps the dialog open", async () => {
  const { hand, sent, answer } = draw(refuse(changePermissions, "internal", "Broken"));
  await hand.click(await screen.findByRole("button", { name: "Edit Marites Bañez" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Permissions" }));
  await hand.click(form.getByLabelText("Edit Patients"));
  await hand.click(form.getByLabelText("View Reports"));
  await hand.click(form.getByRole("button", { name: "Save Permissions" }));
  await screen.findByText("Failed to update permissions");
  answer(reply(changePermissions, marites));
  await hand.click(form.getByRole("button", { name: "Save Permissions" }));
  await screen.findByText("Permissions Updated");
  expect(sent(changePermissions)[1]).toMatchObject({
    params: { id: "1" },
    body: { permissions: ["view_patients", "view_reports"] },
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("deactivates after a confirmation, and gives the open tasks to somebody else", async () => {
  const { hand, sent, answer } = draw(
    refuse(deactivateStaffAccount, "internal", "Broken"),
    reply(listTasks, [aTask(8, { assignedTo: { ...assignee, id: 1 } }), aTask(9)]),
    reply(clinicUsers, [
      { id: 1, firstName: "Marites", lastName: "Bañez" },
      { id: 3, firstName: "Fe", lastName: "Uy" },
    ]),
  );
  await hand.click(await screen.findByRole("button", { name: "Deactivate Marites Bañez" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Deactivate Staff Account" }));
  expect(sent(deactivateStaffAccount)).toHaveLength(0);
  const others = await question.findByLabelText("Give the open task to");
  await within(others).findByRole("option", { name: "Fe Uy" });
  expect(within(others).queryByRole("option", { name: "Marites Bañez" })).toBeNull();
  await hand.selectOptions(others, "Fe Uy");
  await hand.click(question.getByRole("button", { name: "Deactivate" }));
  await screen.findByText("Failed to deactivate staff account");
  answer(
    reply(deactivateStaffAccount, { message: "Staff account deactivated" }),
    reply(staffAccounts, [{ ...marites, isActive: false }]),
  );
  await hand.click(question.getByRole("button", { name: "Deactivate" }));
  await screen.findByText("Staff Account Deactivated");
  expect(sent(deactivateStaffAccount)[1]?.query).toEqual({ tasksTo: "3" });
  await waitFor(async () => expect((await cards())[0]?.textContent).toContain("Inactive"));
});

test("resets two-step sign-in after a confirmation, and shows where there is none", async () => {
  const { hand, sent, answer } = draw(refuse(resetStaffSecondFactor, "not_found", "Second factor not found"));
  const reset = async () => {
    await hand.click(await screen.findByRole("button", { name: "Reset Two-Step Sign-In of Marites Bañez" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Reset two-step sign-in?" }));
    await hand.click(question.getByRole("button", { name: "Reset" }));
  };
  await reset();
  expect(await screen.findByText("This account has no two-step sign-in.")).toBeTruthy();
  answer(reply(resetStaffSecondFactor, { message: "Two-step sign-in was reset" }));
  await reset();
  expect(await screen.findByText("Two-step sign-in reset")).toBeTruthy();
  expect(sent(resetStaffSecondFactor).map(({ params }) => params)).toEqual([{ id: "1" }, { id: "1" }]);
});

test("makes a new temporary password after a confirmation", async () => {
  const { hand, sent } = draw(reply(renewTemporaryPassword, made));
  await hand.click(await screen.findByRole("button", { name: "New Password for Ma. Fe delos Santos" }));
  await hand.click(await screen.findByRole("button", { name: "Make New Password" }));
  await screen.findByText(made.tempPassword);
  expect(sent(renewTemporaryPassword)[0]?.params).toEqual({ id: "2" });
});

test("Permission Management explains each permission and lists its holders", async () => {
  const { hand } = draw();
  await hand.click(await screen.findByRole("tab", { name: "Permission Management" }));
  for (const { label, description } of Object.values(permissionCatalogue)) {
    screen.getByText(label);
    screen.getByText(description);
  }
  const holders = (label: string) =>
    within(screen.getByRole("list", { name: `Staff with permission: ${label}` }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);
  expect(holders("View Patients")).toEqual(["Marites Bañez", "Ma. Fe delos Santos"]);
  expect(holders("Edit Patients")).toEqual(["Marites Bañez"]);
  expect(screen.getAllByText("Owner only")).toHaveLength(5);
});

test("Account History lists changes by account and author", async () => {
  const entry = {
    happenedAt: "2026-11-20T02:42:00Z",
    accountName: "Marites Bañez",
    userName: "Rafael Peñaflor",
  };
  const { hand } = draw(
    reply(staffHistory, [
      {
        ...entry,
        id: 13,
        event: "staff.deactivate",
        label: "Staff account deactivated",
        changes: { isActive: [true, false] },
      },
      {
        ...entry,
        id: 12,
        event: "staff.permissions",
        label: "Permissions of a staff account changed",
        changes: { permissions: [["view_patients", "add_patients"], []] },
      },
      {
        ...entry,
        id: 11,
        event: "staff.create",
        label: "Staff account created",
        changes: {
          email: "marites@example.ph",
          role: "secretary",
          permissions: ["view_patients", "add_patients"],
          wasInactive: true,
        },
      },
    ]),
  );
  await hand.click(await screen.findByRole("tab", { name: "Account History" }));
  const lines = within(await screen.findByRole("list", { name: "Account History" }))
    .getAllByText(/by Rafael Peñaflor$/)
    .map((said) => said.closest("li")?.textContent);
  expect(lines).toEqual([
    "Nov 20, 2026, 10:42 AMStaff account deactivated: Marites Bañez by Rafael Peñaflor",
    "Nov 20, 2026, 10:42 AMPermissions of a staff account changed: Marites Bañez by Rafael PeñaflorPermissions: View Patients, Add Patients → changed to No permissions",
    "Nov 20, 2026, 10:42 AMStaff account reactivated: Marites Bañez by Rafael PeñaflorEmail: marites@example.phRole: SecretaryPermissions: View Patients, Add Patients",
  ]);
});

test("a clinic whose owner is its only doctor sees the staff as before, and Add Doctor", async () => {
  draw();
  await cards();
  expect(screen.queryByRole("heading", { name: "Doctors" })).toBeNull();
  expect(screen.queryByText("Rafael Peñaflor")).toBeNull();
  screen.getByRole("button", { name: "Add Doctor" });
});

test("lists the doctors above the staff, with what papers print and what is missing", async () => {
  draw(reply(doctors, [owner, corazon, jun]));
  const list = within(await screen.findByRole("list", { name: "Doctors" }));
  const [first, second, third] = list.getAllByRole("listitem").map((row) => row.textContent);
  expect(first).toMatch(/^ARafael PeñaflorActiveClinic Owner.*PRC0104227PTR2615530, 2026S2none/);
  expect(second).toMatch(/07-204-B, to Dec 31, 2026.*Own notes private/);
  expect(third).toMatch(/Setup Required.*PTRnot given yet/);
  // The owner does not leave, and has own ways to a new password.
  expect(list.queryByRole("button", { name: "Deactivate Rafael Peñaflor" })).toBeNull();
  list.getByRole("button", { name: "Deactivate Jun Ang" });
  expect([figure("Doctors"), figure("Total Staff"), figure("Active Users"), figure("Pending Setup")]).toEqual(
    ["3", "3", "5", "2"],
  );
  screen.getByText("Jun Ang and 1 more");
});

test("adds a doctor, proposes the next letter, and shows once the password and where to log in", async () => {
  const { hand, sent } = draw(reply(doctors, [owner, corazon]), reply(addDoctor, made));
  await hand.click(await screen.findByRole("button", { name: "Add Doctor" }));
  const form = within(await screen.findByRole("dialog", { name: "Add Doctor" }));
  const write = (label: RegExp, words: string) => hand.type(form.getByLabelText(label), words);
  await write(/^Email/, "jun.ang@example.ph");
  await write(/^First name/, "Jun");
  await write(/^Last name/, "Ang");
  await write(/^Specialization/, "Ear, Nose and Throat");
  await write(/^After the name/, "MD, FPSO-HNS");
  form.getByText("Printed as: Jun Ang, MD, FPSO-HNS");
  form.getByText(/Without a PTR number/);
  form.getByText("Numbers read C-01, C-02");
  await write(/^PRC/, "0131876");
  await hand.click(form.getByRole("radio", { name: /^Own notes private/ }));
  await hand.click(form.getByRole("button", { name: "Add Doctor" }));
  const shown = within(await screen.findByRole("dialog", { name: "Temporary password" }));
  shown.getByText(`${location.origin}/dashboard`);
  expect(sent(addDoctor)[0]?.body).toEqual({
    email: "jun.ang@example.ph",
    firstName: "Jun",
    lastName: "Ang",
    specialization: "Ear, Nose and Throat",
    credentials: "MD, FPSO-HNS",
    licenseNumber: "0131876",
    ptrNumber: null,
    ptrYear: null,
    s2Number: null,
    s2EndsOn: null,
    isConfidential: true,
  });
});

test("an edit of a doctor sends what changed, and a colleague's letter is refused at its field", async () => {
  const taken = "Rafael Peñaflor has this letter. Choose another.";
  const { hand, sent, answer } = draw(
    reply(doctors, [owner, corazon]),
    refuse(changeDoctor, "taken", taken, { fields: { letter: taken } }),
  );
  await hand.click(await screen.findByRole("button", { name: "Edit Ma. Corazon dela Peña" }));
  const form = within(await screen.findByRole("dialog", { name: "Edit Doctor" }));
  const letter = form.getByLabelText(/^Letter in the queue/);
  await hand.clear(letter);
  await hand.type(letter, "a");
  await hand.click(form.getByRole("button", { name: "Save Changes" }));
  expect((await form.findAllByText(taken)).length).toBeGreaterThan(0);
  expect(sent(changeDoctor)[0]?.body).toEqual({ letter: "A" });
  answer(reply(changeDoctor, { ...corazon, letter: "D" }));
  await hand.clear(letter);
  await hand.type(letter, "d");
  await hand.click(form.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Doctor Updated");
});

test("before a doctor is deactivated, the patients who are booked are named", async () => {
  const booked = {
    count: 7,
    next: [
      {
        id: 1,
        startsAt: "2026-12-02T02:00:00.000Z",
        personName: "Nuñez, Althea",
        placeName: "Osmeña, Rm. 306",
      },
    ],
  };
  const { hand, sent } = draw(
    reply(doctors, [owner, corazon]),
    reply(listTasks, []),
    reply(bookedWithDoctor, booked),
    reply(deactivateDoctor, { message: "Doctor deactivated" }),
  );
  await hand.click(await screen.findByRole("button", { name: "Deactivate Ma. Corazon dela Peña" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Deactivate Doctor" }));
  await question.findByText(/^7 patients are booked/);
  question.getByText(/Nuñez, Althea, Osmeña, Rm. 306/);
  question.getByText("and 2 more");
  await hand.click(question.getByRole("button", { name: "Deactivate" }));
  await screen.findByText("Doctor Deactivated");
  expect(sent(deactivateDoctor)[0]?.params).toEqual({ id: "12" });
});

test("Account History tells what of a doctor was changed, and no rights, of which a doctor has all", async () => {
  const entry = {
    happenedAt: "2026-11-20T02:42:00Z",
    accountName: "Jun Ang",
    userName: "Rafael Peñaflor",
  };
  const { hand } = draw(
    reply(staffHistory, [
      {
        ...entry,
        id: 12,
        event: "staff.change",
        label: "Doctor's details changed",
        changes: { ptrNumber: [null, "2615530"], letter: ["C", "J"], isConfidential: [false, true] },
      },
      {
        ...entry,
        id: 11,
        event: "staff.create",
        label: "Staff account created",
        changes: { email: "jun.ang@example.ph", role: "doctor", permissions: ["view_patients"] },
      },
    ]),
  );
  await hand.click(await screen.findByRole("tab", { name: "Account History" }));
  const lines = within(await screen.findByRole("list", { name: "Account History" }))
    .getAllByText(/by Rafael Peñaflor$/)
    .map((said) => said.closest("li")?.textContent);
  expect(lines).toEqual([
    "Nov 20, 2026, 10:42 AMDoctor's details changed: Jun Ang by Rafael PeñaflorPTR: 2615530Letter in the queue: C → changed to JOwn notes private: No → changed to Yes",
    "Nov 20, 2026, 10:42 AMStaff account created: Jun Ang by Rafael PeñaflorEmail: jun.ang@example.phRole: Doctor",
  ]);
});
