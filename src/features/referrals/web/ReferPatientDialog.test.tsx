import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { draftKey } from "#features/accounts/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { prescribingPhysician } from "#features/prescriptions/contract.ts";
import { availableClinics, sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aPatientRecord } from "#web/testing-records.ts";
import { ReferPatientDialog } from "./ReferPatientDialog.tsx";
import { aPatientReferral } from "./testing-referrals.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const known = { isVerified: true, doctorName: "Leonora Nuñez", licenseNumber: "0098412" };
const clinics = [
  { id: 7, name: "Mactan Women's Clinic", address: "Lapu-Lapu City", ...known },
  { id: 8, name: "Talisay Family Clinic", address: null, ...known },
  { id: 9, name: "Mactan Women's Clinic", address: null, ...known, isVerified: false, licenseNumber: "1" },
];
const hundreds = Array.from({ length: 240 }, (_, index) => ({
  id: index + 10,
  name: index === 233 ? "Klinika ng Ñino" : `Clinic ${index}`,
  address: index === 233 ? "Minglanilla" : null,
  ...known,
}));

const show = (...answers: FakeAnswer[]) => {
  const onClose = vi.fn();
  const shown = renderScreen(<ReferPatientDialog patientId={1201} onClose={onClose} />, {
    answers: [
      reply(onePatient, aPatientRecord({ imagingFiles: ["a.png"], otherFiles: ["b.pdf"] })),
      reply(availableClinics, clinics),
      reply(draftKey, { key: "A".repeat(43) }),
      ...answers,
    ],
  });
  return {
    ...shown,
    onClose,
    choose: async (name: string | RegExp) =>
      shown.hand.selectOptions(
        await screen.findByRole("combobox", { name: /Clinic/ }),
        await screen.findByRole("option", { name }),
      ),
    write: async (label: RegExp, text: string) =>
      shown.hand.type(await screen.findByRole("textbox", { name: label }), text),
    agree: () => shown.hand.click(screen.getByRole("radio", { name: "Parent or guardian" })),
    press: (name: string) => shown.hand.click(screen.getByRole("button", { name })),
  };
};

describe("the clinics", () => {
  it("have a loading and an empty state", async () => {
    let answer: (list: typeof clinics) => void = () => undefined;
    show(reply(availableClinics, () => new Promise<typeof clinics>((resolve) => (answer = resolve))));
    // The first screen of a file renders slowly on a busy machine.
    expect(
      await screen.findByRole("option", { name: "Loading clinics..." }, { timeout: 10_000 }),
    ).toBeTruthy();
    await waitFor(() => expect(answer.length).toBe(1));
    answer([]);
    expect(await screen.findByRole("option", { name: "No clinics available" })).toBeTruthy();
  });

  it("can be retried when they fail to load", async () => {
    const { answer, press } = show(refuse(availableClinics, "internal", ""));
    expect(await screen.findByText("The clinics could not be read.")).toBeTruthy();
    answer(reply(availableClinics, clinics));
    await press("Try Again");
    expect(await screen.findByRole("option", { name: "Talisay Family Clinic" })).toBeTruthy();
  });

  it("are searchable when there are hundreds, ignoring accents and case", async () => {
    const { hand, write, agree, press, sent } = show(
      reply(availableClinics, hundreds),
      reply(sendReferral, aPatientReferral()),
    );
    expect(await screen.findByText("The first 50 of 240 clinics; type to find others.")).toBeTruthy();
    await hand.type(screen.getByRole("searchbox"), "nino mingla{Enter}");
    expect(screen.getByRole("radio", { name: /Klinika ng Ñino/ })).toHaveProperty("checked", true);
    expect(screen.getByText(/Chosen: Klinika ng Ñino/)).toBeTruthy();
    await write(/Referral reason/, "Echo");
    await agree();
    await press("Send Referral");
    await waitFor(() => expect(sent(sendReferral)[0]?.body).toMatchObject({ toClinicId: 243 }));
  });
});

it("requires consent before anything leaves the clinic", async () => {
  const { press, write, choose, sent } = show();
  await choose(/Mactan.*Lapu/);
  expect(screen.getByText("Under 18: a parent or guardian agrees.")).toBeTruthy();
  await write(/Referral reason/, "Echo");
  await press("Send Referral");
  expect(await screen.findByText("Ask for the patient's consent, and say who agreed")).toBeTruthy();
  expect(screen.queryByText("Missing Information")).toBeNull();
  expect(sent(sendReferral)).toHaveLength(0);
});

it("names what is missing, in the specification's words, and sends nothing", async () => {
  const { press, sent } = show();
  await screen.findByRole("option", { name: /Mactan.*Lapu/ });
  await press("Send Referral");
  expect(await screen.findByText("Missing Information")).toBeTruthy();
  expect(screen.getByText("Please select a clinic and provide a referral reason.")).toBeTruthy();
  expect(screen.getByText("Select a clinic", { selector: "p *, p" })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: /Clinic/ }));
  expect(sent(sendReferral)).toHaveLength(0);
});

it("asks for confirmation when the clinic is not verified", async () => {
  const { press, write, choose, agree, sent } = show(reply(sendReferral, aPatientReferral()));
  await choose(/not verified/);
  expect(screen.getByText(/It says it is Mactan Women's Clinic of Leonora Nuñez, PRC 1/)).toBeTruthy();
  await write(/Referral reason/, "Echo");
  await agree();
  await press("Send Referral");
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("Send to a clinic that is not verified?")).toBeTruthy();
  expect(sent(sendReferral)).toHaveLength(0);
  await press("Send Anyway");
  await waitFor(() => expect(sent(sendReferral)[0]?.body).toMatchObject({ toClinicId: 9 }));
});

it("treats a reason of spaces as missing", async () => {
  const { press, write, choose, sent } = show();
  await choose(/Mactan.*Lapu/);
  await write(/Referral reason/, "   ");
  await press("Send Referral");
  expect(await screen.findByText("Referral reason is required")).toBeTruthy();
  expect(sent(sendReferral)).toHaveLength(0);
});

it("says what the chosen clinic sees, before and after it accepts", async () => {
  const { choose } = show();
  await choose(/Talisay/);
  const note = (await screen.findByText("What Talisay Family Clinic sees")).parentElement;
  expect(note?.textContent).toContain("pre-op and post-op diagnosis, the reason and the notes");
  expect(note?.textContent).toContain("the latest vital signs and 2 files");
  expect(note?.textContent).toContain("internal notes stay with you");
});

it("sends clinic, reason, notes and consent, shows a toast and closes", async () => {
  const { choose, write, agree, press, sent, onClose } = show(reply(sendReferral, aPatientReferral()));
  await choose(/Mactan.*Lapu/);
  await write(/Referral reason/, "Echocardiography");
  await write(/Notes/, "Holter attached");
  await agree();
  await press("Send Referral");
  expect(await screen.findByText("Referral Sent Successfully")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent(sendReferral)[0]).toMatchObject({
    params: { id: "1201" },
    body: {
      toClinicId: 7,
      referralReason: "Echocardiography",
      referralNotes: "Holter attached",
      consent: { agreedBy: "Parent or guardian", at: "2026-11-20" },
    },
  });
});

it("keeps what was typed after a failure, and retries with the same key", async () => {
  const { choose, write, agree, press, sent, onClose, answer } = show(refuse(sendReferral, "internal", ""));
  await choose(/Mactan.*Lapu/);
  await write(/Referral reason/, "Echo");
  await agree();
  await press("Send Referral");
  expect(await screen.findByText("Failed to Send Referral")).toBeTruthy();
  expect(screen.getByText("There was an error sending the referral.")).toBeTruthy();
  answer(refuse(sendReferral, "taken", "This patient already has an open referral to this clinic."));
  await press("Send Referral");
  expect(await screen.findByText("This patient already has an open referral to this clinic.")).toBeTruthy();
  const unconfirmed = "Confirm your email before you refer patients to other clinics.";
  answer(refuse(sendReferral, "email_unconfirmed", unconfirmed));
  await press("Send Referral");
  expect(await screen.findByText(unconfirmed)).toBeTruthy();
  expect(screen.getByRole("textbox", { name: /Referral reason/ })).toHaveProperty("value", "Echo");
  expect(onClose).not.toHaveBeenCalled();
  const [first, second] = sent(sendReferral).map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

it("writes a letter to a clinic outside, and offers its print", async () => {
  const { hand, write, agree, press, sent, onClose } = show(
    reply(writeReferralLetter, aPatientReferral({ status: "letter", toClinicName: "Dr. Santos" })),
  );
  await hand.click(await screen.findByRole("radio", { name: "A clinic outside Klinika" }));
  expect(screen.queryByRole("combobox", { name: /^Clinic/ })).toBeNull();
  await write(/Clinic or doctor/, "Dr. Santos");
  await write(/Referral reason/, "Echo");
  await agree();
  await press("Write Letter");
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("The letter to Dr. Santos is saved")).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Print" })).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Download PDF" })).toBeTruthy();
  expect(sent(writeReferralLetter)[0]?.body).toMatchObject({ toClinicName: "Dr. Santos", toAddress: null });
  expect(onClose).not.toHaveBeenCalled();
});

it("names the doctor in whose name the patient is referred, where there are several", async () => {
  const doctors = [
    { id: 31, userId: 1, name: "Rafael Peñaflor", letter: "A" },
    { id: 32, userId: 9, name: "Ma. Corazon dela Peña", letter: "B" },
  ];
  const { hand, sent } = renderScreen(<ReferPatientDialog patientId={1201} onClose={vi.fn()} />, {
    user: { ...staffWith("view_patients"), doctors },
    answers: [
      reply(onePatient, aPatientRecord()),
      reply(availableClinics, clinics),
      reply(draftKey, { key: "A".repeat(43) }),
      reply(prescribingPhysician, { physician: null }),
      refuse(writeReferralLetter, "invalid", "Choose the doctor.", {
        fields: { practitionerId: "Choose the doctor." },
      }),
    ],
  });
  await hand.click(await screen.findByRole("radio", { name: "A clinic outside Klinika" }));
  await hand.type(await screen.findByRole("textbox", { name: /Clinic or doctor/ }), "Dr. Santos");
  await hand.type(screen.getByRole("textbox", { name: /Referral reason/ }), "Echo");
  await hand.click(screen.getByRole("radio", { name: "Parent or guardian" }));
  await hand.click(screen.getByRole("button", { name: "Write Letter" }));
  const field = await screen.findByRole("combobox", { name: "Doctor" });
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  await hand.selectOptions(field, "Ma. Corazon dela Peña");
  screen.getByText("The letter is prepared for Dr. Ma. Corazon dela Peña, who must release it.");
  await hand.click(screen.getByRole("button", { name: "Write Letter" }));
  await waitFor(() => expect(sent(writeReferralLetter)[1]?.body).toMatchObject({ practitionerId: 32 }));
});
