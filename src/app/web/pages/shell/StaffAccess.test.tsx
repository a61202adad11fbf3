import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type CurrentUser, leaveStaffMode, secretaryLogin, staffLogin } from "#features/accounts/contract.ts";
import { BackToOwnerDialog } from "#features/accounts/web/BackToOwnerDialog.tsx";
import { sessionState, setSessionState } from "#web/data/session-state.ts";
import { storeSignIn, storeTokenLogin } from "#web/storage-keys.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { StaffAccess } from "./StaffAccess.tsx";
import { WithUser } from "./WithUser.tsx";

afterEach(() => setSessionState({ ownerMethods: null }));

const account = {
  email: "marites@clinic.ph",
  firstName: "Marites",
  lastName: "Bañez",
  role: "secretary" as const,
};
const owner = {
  email: "owner@example.ph",
  firstName: "Rafael",
  lastName: "Peñaflor",
  role: "owner" as const,
};

function open(
  user: Partial<CurrentUser>,
  {
    of = "secretary",
    answers = [],
  }: { of?: "staff" | "secretary"; answers?: ReturnType<typeof reply>[] } = {},
) {
  const leave = vi.fn();
  const drawn = renderScreen(
    <WithUser allowed={["owner", "staff-mode"]}>{() => <StaffAccess of={of} leave={leave} />}</WithUser>,
    { user, answers, address: "/staff-access" },
  );
  return { ...drawn, leave };
}

const inStaffMode = (...permissions: CurrentUser["permissions"]) => ({
  ...staffWith(...permissions),
  role: "secretary" as const,
  isStaffMode: true,
});

test.each([
  ["staff", staffLogin, "Staff Access"],
  ["secretary", secretaryLogin, "Secretary Access"],
] as const)(
  "before login, by the door of %s: both fields are required, then the owner is in",
  async (of, endpoint, title) => {
    const { hand, sent, answer, leave } = open(
      {},
      {
        of,
        answers: [refuse(endpoint, "wrong_sign_in", "Invalid email or password")],
      },
    );
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getByText("Internal login")).toBeTruthy();
    await hand.click(screen.getByRole("button", { name: "Login as Staff" }));
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    expect(screen.getByText("Please enter both email and password.")).toBeTruthy();
    expect(sent(endpoint)).toHaveLength(0);

    storeSignIn(owner.email, "token-1");
    storeTokenLogin("token-1", owner);
    await hand.type(screen.getByLabelText("Email"), account.email);
    await hand.type(screen.getByLabelText("Password"), "longenough1");
    await hand.click(screen.getByRole("button", { name: "Login as Staff" }));
    expect(await screen.findByText("Login Failed")).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();

    answer(reply(endpoint, { token: "token-2", user: account }));
    await hand.click(screen.getByRole("button", { name: "Login as Staff" }));
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("/secretary-access"));
    expect(localStorage.getItem("userToken_marites@clinic.ph")).toBe("token-2");
    expect(JSON.stringify({ ...localStorage })).not.toContain("token-1");
    expect(sessionStorage.getItem("staffModeActive")).toBe("true");
  },
);

test("before login, Back to Owner opens the dashboard", async () => {
  const { hand, address } = open({});
  await hand.click(await screen.findByRole("button", { name: "Back to Owner" }));
  await vi.waitFor(() => expect(address()).toBe("/dashboard"));
});

test("after login it shows whose access is active, and the account's rights", async () => {
  const { hand, address } = open(
    inStaffMode("view_patients", "add_patients", "edit_patients", "view_reports"),
  );
  expect(await screen.findByRole("heading", { name: "Access Active" })).toBeTruthy();
  expect(screen.getByText("Marites Bañez")).toBeTruthy();
  expect(screen.getByText("Edit Patients")).toBeTruthy();
  expect(screen.queryByText("Delete Patients")).toBeNull();
  await hand.click(screen.getByRole("button", { name: "View Patients" }));
  await vi.waitFor(() => expect(address()).toBe("/patients"));
  await hand.click(screen.getByRole("button", { name: "View Reports" }));
  await vi.waitFor(() => expect(address()).toBe("/reports"));
  await hand.click(screen.getByRole("button", { name: "Edit Records" }));
  await vi.waitFor(() => expect(address()).toContain("open=choose-edit"));
});

test.each([
  ["view_patients", "View Patients"],
  ["add_patients", "Add Patient"],
  ["edit_patients", "Edit Records"],
  ["view_reports", "View Reports"],
] as const)("%s alone gives %s alone", async (permission, action) => {
  open(inStaffMode(permission));
  await screen.findByRole("heading", { name: "Quick Actions" });
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names.filter((name) => !name?.startsWith("Switch to Owner"))).toEqual([action]);
});

test("an account without permissions is told so, and has no quick actions", async () => {
  open(inStaffMode());
  expect(await screen.findByText(/has no permissions yet/)).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Quick Actions" })).toBeNull();
});

test("Switch to Owner goes back, and removes the staff member's token", async () => {
  const { hand, leave } = open(inStaffMode("view_patients"), {
    answers: [reply(leaveStaffMode, { token: "token-3", user: owner })],
  });
  sessionStorage.setItem("staffModeActive", "true");
  await hand.click(await screen.findByRole("button", { name: "Switch to Owner" }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith("/dashboard"));
  expect(localStorage.getItem("userToken_owner@example.ph")).toBe("token-3");
  expect(sessionStorage.getItem("staffModeActive")).toBeNull();
});

test("Switch to Owner asks for the owner's password when the server requires it", async () => {
  const { hand, leave } = open(inStaffMode("view_patients"), {
    answers: [
      refuse(leaveStaffMode, "password_required", "Please enter the clinic owner's password to go back."),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Switch to Owner" }));
  await vi.waitFor(() => expect(sessionState().ownerMethods).toEqual(["password"]));
  expect(leave).not.toHaveBeenCalled();
});

test("the owner's password is required, and its error is shown at the field", async () => {
  const onReturned = vi.fn();
  const { hand, sent, answer } = renderScreen(
    <BackToOwnerDialog ways={["password"]} onClose={vi.fn()} onReturned={onReturned} />,
    {
      answers: [
        refuse(leaveStaffMode, "invalid", "No", {
          fields: { password: "This is not the clinic owner's password" },
        }),
      ],
    },
  );
  await hand.click(await screen.findByRole("button", { name: "Switch to Owner" }));
  expect(await screen.findByText("Password is required")).toBeTruthy();
  expect(sent(leaveStaffMode)).toHaveLength(0);
  await hand.type(screen.getByLabelText("Owner's password"), "not-the-password");
  await hand.click(screen.getByRole("button", { name: "Switch to Owner" }));
  expect(await screen.findByText("This is not the clinic owner's password")).toBeTruthy();

  answer(reply(leaveStaffMode, { token: "token-3", user: owner }));
  await hand.click(screen.getByRole("button", { name: "Switch to Owner" }));
  await vi.waitFor(() => expect(onReturned).toHaveBeenCalledWith({ token: "token-3", user: owner }));
});
