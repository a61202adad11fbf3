import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { onePatient } from "#features/patients/contract.ts";
import {
  patientPrescriptions,
  prescribingPhysician,
  prescriptionPdf,
  savePrescription,
  toRepeat,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { choosePaperSize } from "#web/printing/paper-size-choice.ts";
import { badGateway, refuse, reply, staffWith } from "#web/testing.tsx";
import { onPrescribingDay, open, patient, preview, saves } from "./testing-prescription-dialog.tsx";
import { aMedication, aPrescription } from "./testing-prescriptions.ts";

beforeEach(onPrescribingDay);

it("opens on the first medicine, with the doctor, the address and today filled in", async () => {
  const { name, press } = await open();
  expect(document.activeElement).toBe(name);
  expect(screen.getByText("Allergies: penicillin")).toBeTruthy();
  expect(screen.getByText(/^Signed as/).textContent).toBe(
    "Signed as Rafael Peñaflor · PRC 0098412 · PTR 2614407, 2026 · Nov 20, 2026 · 14 Sikatuna St., Cebu City",
  );
  await press("Change");
  const values = [
    "Physician name",
    "License number",
    "Specialization",
    "Patient address",
    "Prescription date",
  ].map((label) => (screen.getByRole("textbox", { name: label }) as HTMLInputElement).value);
  expect(values).toEqual([
    "Rafael Peñaflor",
    "0098412",
    "Cardiology",
    "14 Sikatuna St., Cebu City",
    "11/20/2026",
  ]);
});

it("requires the required fields before saving and printing", async () => {
  const { press, sent, name } = await open([], { user: { licenseNumber: null } });
  await press("Save Prescription");
  await screen.findByText("Please fill in all required fields before saving");
  for (const message of [
    "Medication name is required",
    "SIG is required",
    "Frequency is required",
    "Duration is required",
    "License number is required",
  ])
    expect(screen.getByText(message)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(name));
  await press("Print");
  await screen.findByText("Please fill in all required fields before printing");
  expect(sent(savePrescription)).toHaveLength(0);
});

it("shows the page while typing: generic first, brand in parentheses, SIG in words", async () => {
  const { prescribe, write } = await open();
  await prescribe();
  await write("Brand", "Ponstan");
  await write("Quantity", "21");
  expect(await preview().findByText("1 tablet, 3 times a day, for 7 days")).toBeTruthy();
  const drawn = () => preview().getByRole("group", { name: "Prescription, page 1 of 1" }).textContent;
  await waitFor(() => expect(drawn()).toContain("mefenamic acid (Ponstan)#21"));
  expect(preview().getByText("mefenamic acid: no strength, no form.")).toBeTruthy();
});

it.each([
  ["2026-11-27", "Follow-up dateNovember 27, 2026"],
  [null, null],
  ["2026-11-20", null],
])(
  "shows the day for which the patient is asked back, %j, if it is after today",
  async (followUpDate, shown) => {
    const { prescribe } = await open([reply(onePatient, { ...patient, followUpDate })]);
    await prescribe();
    expect(await preview().findByText("1 tablet, 3 times a day, for 7 days")).toBeTruthy();
    const page = preview().getByRole("group", { name: "Prescription, page 1 of 1" }).textContent;
    if (shown) expect(page).toContain(shown);
    else expect(page).not.toContain("Follow-up date");
  },
);

it("says at the medicine that a brand alone may not be printed", async () => {
  const { write } = await open();
  await write("Brand", "Norvasc");
  const field = screen.getByRole("textbox", { name: "Medication name" });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const said = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(said?.textContent).toMatch(/^Enter the generic name of Norvasc/);
  expect(await preview().findByText("This can't be printed yet")).toBeTruthy();
});

it("repeats the last prescription: medicines, diagnosis and instructions, with today's date", async () => {
  const earlier = aPrescription({
    medications: [aMedication(), aMedication({ name: "Concor", genericName: "bisoprolol", brandName: null })],
  });
  const writtenDownLater = aPrescription({ id: 1840, prescriptionDate: "2026-09-02" });
  const { hand, sent } = await open([reply(patientPrescriptions, [writtenDownLater, earlier]), saves()]);
  await hand.keyboard("{Alt>}r{/Alt}");
  const names = screen.getAllByRole("textbox", { name: "Medication name" });
  expect(names.map((field) => (field as HTMLInputElement).value)).toEqual(["furosemide", "bisoprolol"]);
  expect(screen.getByRole("button", { name: "Repeat last, Oct 16" })).toBeTruthy();
  expect(sent(patientPrescriptions)[0]?.query).toEqual(toRepeat);
  // Two keys behind the one that opened the dialog.
  await hand.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Prescription saved successfully");
  expect(sent(savePrescription)[0]?.body).toMatchObject({
    diagnosis: "Congestive heart failure",
    additionalInstructions: "Low-salt diet.",
    prescriptionDate: "2026-11-20",
    medications: [
      { name: "furosemide", brandName: "Lasix" },
      { name: "bisoprolol", brandName: "Concor" },
    ],
  });
});

it("counts the quantity of a repeated medicine again when its directions change", async () => {
  const { hand, write } = await open([
    reply(patientPrescriptions, [aPrescription({ medications: [aMedication()] })]),
    saves(),
  ]);
  await hand.keyboard("{Alt>}r{/Alt}");
  const quantity = screen.getByRole("textbox", { name: "Quantity" }) as HTMLInputElement;
  expect(quantity.value).toBe("30");
  await write("Duration", "60 days");
  expect(quantity.value).toBe("60");
});

it("saves once however often it is pressed, and prints that record afterwards", async () => {
  let release: () => void = () => undefined;
  const { prescribe, press, hand, sent } = await open([
    saves(
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    ),
  ]);
  await prescribe();
  await press("Save Prescription");
  await hand.keyboard("{Control>}{Enter}{/Control}");
  expect(screen.getByRole("button", { name: "Saving…" })).toBeTruthy();
  release();
  await screen.findByText("Saved");
  expect(sent(savePrescription)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Save Prescription" })).toBeNull();
  await press("Download PDF");
  await screen.findByText("Prescription generated and downloaded successfully");
  expect(sent(savePrescription)).toHaveLength(1);
  expect(sent(prescriptionPdf).map(({ params }) => params)).toEqual([{ id: "7", "rxId.pdf": "1842.pdf" }]);
});

it("is text once it is saved, and can be written again once it is withdrawn", async () => {
  const { hand, prescribe, press, write, sent, onClose } = await open([
    saves(),
    reply(withdrawPrescription, aPrescription({ status: "withdrawn" })),
  ]);
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Saved");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText(/^· Prescription ID 1842/)).toBeTruthy();
  const form = within(screen.getByRole("region", { name: "Prescription form" }));
  expect(form.getByText("1 tablet, 3 times a day, for 7 days")).toBeTruthy();
  await press("Withdraw");
  const dialog = within(await screen.findByRole("dialog", { name: /^Withdraw the prescription/ }));
  await hand.type(dialog.getByRole("textbox", { name: /Reason/ }), "Five days are enough");
  await hand.click(dialog.getByRole("button", { name: "Withdraw" }));
  await screen.findByRole("textbox", { name: "Duration" });
  await write("Duration", "5 days");
  await press("Save Prescription");
  await screen.findByText("Saved");
  const [first, second] = sent(savePrescription).map(({ headers }) => headers.get("idempotency-key"));
  expect(first).not.toBe(second);
  await hand.click(screen.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalled();
});

it("asks before it keeps another day than the server's, and sends the same prescription again", async () => {
  const { prescribe, press, sent, answer, write } = await open([
    refuse(
      savePrescription,
      "day_to_confirm",
      "The prescription is dated Nov 19, 2026, but today is Nov 20, 2026.",
    ),
  ]);
  await prescribe();
  await press("Change");
  await write("Prescription date", "Nov 19, 2026");
  await press("Save Prescription");
  const question = await screen.findByRole("alertdialog", { name: "Keep this date?" });
  expect(question.textContent).toContain("dated Nov 19, 2026, but today is Nov 20");
  expect(screen.queryByText("Error")).toBeNull();
  answer(saves());
  await press("Keep the Date");
  await screen.findByText("Prescription saved successfully");
  const bodies = sent(savePrescription).map(({ body }) => body as object);
  expect(bodies[1]).toEqual({ ...bodies[0], isDateConfirmed: true });
});

it("shows the server's refusal at the field and in the toast, and retries with the same key", async () => {
  const { prescribe, press, sent, answer } = await open([
    refuse(savePrescription, "invalid", "Mefenamic acid cannot be saved", {
      fields: { "medications.0.name": "Write another name" },
    }),
  ]);
  await prescribe();
  await press("Save Prescription");
  expect(await screen.findByText("Write another name")).toBeTruthy();
  expect(await screen.findByText("Mefenamic acid cannot be saved")).toBeTruthy();
  answer(saves());
  await press("Save Prescription");
  await screen.findByText("Saved");
  const keys = new Set(sent(savePrescription).map(({ headers }) => headers.get("idempotency-key")));
  expect(keys.size).toBe(1);
});

it("a failure without a message gets the specification's, for the record and for its PDF", async () => {
  const { prescribe, press } = await open([badGateway(savePrescription)]);
  await prescribe();
  await press("Save Prescription");
  await screen.findByText("Failed to save prescription");
  await press("Download PDF");
  await screen.findByText("Failed to generate prescription");
});

it("names the clinic's only doctor on a staff member's prescription", async () => {
  const physician = {
    firstName: "Rafael",
    lastName: "Peñaflor",
    licenseNumber: "0098412",
    ptrNumber: "2614407",
    ptrYear: 2026,
    s2Number: null,
    specialization: "Cardiology",
    credentials: "MD, FPCP",
  };
  const { press } = await open([reply(prescribingPhysician, { physician })], {
    user: staffWith("view_patients"),
  });
  await press("Change");
  const value = (name: string) => (screen.getByRole("textbox", { name }) as HTMLInputElement).value;
  expect(["Physician name", "License number", "Specialization", "PTR number"].map(value)).toEqual([
    "Rafael Peñaflor, MD, FPCP",
    "0098412",
    "Cardiology",
    "2614407, 2026",
  ]);
});

it("anyone but the owner prepares it: with several doctors none is filled in, nothing is printed before release", async () => {
  const { prescribe, write, press } = await open(
    [
      reply(prescribingPhysician, { physician: null }),
      reply(savePrescription, aPrescription({ status: "prepared", prescriptionDate: "2026-11-20" })),
    ],
    { user: staffWith("view_patients") },
  );
  expect(screen.getByText(/The doctor must release it before it can be printed or downloaded/)).toBeTruthy();
  for (const name of ["Print", "Download PDF"])
    expect(screen.getByRole("button", { name }).hasAttribute("disabled")).toBe(true);
  expect((screen.getByRole("textbox", { name: "Physician name" }) as HTMLInputElement).value).toBe("");
  await prescribe();
  await write("Physician name", "Rafael Peñaflor");
  await write("License number", "0098412");
  await press("Save Prescription");
  await screen.findByText("Saved, awaiting release");
});

it("keeps at least one medicine, and asks before discarding typed ones", async () => {
  const { hand, press, name, onClose } = await open();
  expect(screen.queryByRole("button", { name: "Remove medicine 1" })).toBeNull();
  await hand.type(name, "paracetamol");
  await press("Add Medication");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getAllByRole("textbox", { name: "Medication name" })[1]),
  );
  // The new row is empty because it is new, so it shows no error.
  expect(screen.queryByText("SIG is required")).toBeNull();
  await press("Remove medicine 2");
  expect(screen.queryByRole("button", { name: "Remove medicine 1" })).toBeNull();
  await press("Cancel");
  await hand.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
});

it("prints the PDF of the record that it saves, in a window opened by the click itself", async () => {
  const tab = { closed: false, close: vi.fn(), location: { href: "" } };
  const opens = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const { prescribe, press, sent } = await open([saves()]);
  await press("Print");
  await screen.findByText("Please fill in all required fields before printing");
  expect(opens).not.toHaveBeenCalled();
  await prescribe();
  await press("Print");
  await screen.findByText("Saved");
  expect(tab.location.href).toBe("blob:rx");
  await press("Print");
  await waitFor(() => expect(opens).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(sent(prescriptionPdf)).toHaveLength(1));
  // The second gives the record of the first.
  const saves1842 = sent(savePrescription);
  expect(saves1842.map(({ query }) => query)).toEqual([expect.objectContaining({ format: "pdf" }), {}]);
  expect(saves1842.map(({ body }) => body)).toEqual(Array(2).fill(expect.objectContaining({ patientId: 7 })));
  expect(new Set(saves1842.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

it("closes that window when the PDF is refused; the record stays saved", async () => {
  const tab = { closed: false, close: vi.fn(), location: { href: "" } };
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  const { prescribe, press } = await open([refuse(savePrescription, "unusable", "Use the DOH yellow form")]);
  await prescribe();
  await press("Print");
  await screen.findByText("Use the DOH yellow form");
  expect(tab.close).toHaveBeenCalledOnce();
});

it("reports a paper that is too long to draw", async () => {
  const words = "This document is too long to print. Please shorten its longest text and try again.";
  const { prescribe, press } = await open([refuse(savePrescription, "paper_too_long", words)]);
  await prescribe();
  await press("Download PDF");
  await screen.findByText(words);
});

it("prints on the chosen paper, from then on", async () => {
  const { hand, prescribe, press, sent } = await open([saves()]);
  await prescribe();
  await hand.selectOptions(screen.getByRole("combobox", { name: "Paper" }), "half-letter");
  await press("Download PDF");
  await screen.findByText("Prescription generated and downloaded successfully");
  expect(sent(savePrescription)[0]?.query).toEqual({ format: "pdf", paper: "half-letter" });
  expect(localStorage.getItem("prescriptionPaper")).toBe("half-letter");
  choosePaperSize("A5");
});

it("offers the patient's diagnosis while none is typed", async () => {
  const { hand } = await open([reply(onePatient, { ...patient, diagnosis: "Dengue fever" })]);
  await hand.click(screen.getByRole("button", { name: "Use “Dengue fever”" }));
  expect(screen.getByRole("textbox", { name: "Diagnosis" })).toHaveProperty("value", "Dengue fever");
  expect(screen.queryByRole("button", { name: "Use “Dengue fever”" })).toBeNull();
});
