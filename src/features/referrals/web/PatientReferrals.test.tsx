import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import {
  cancelReferral,
  patientReferrals,
  referralLetterPdf,
  releaseReferralLetter,
} from "#features/referrals/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { PatientReferrals } from "./PatientReferrals.tsx";
import { aPatientReferral } from "./testing-referrals.ts";

const show = (answers: FakeAnswer[], user = {}) =>
  renderScreen(<PatientReferrals patientId={1201} />, { answers, user });

it("shows an empty state", async () => {
  show([reply(patientReferrals, [])]);
  expect(await screen.findByText("No referrals yet.")).toBeTruthy();
});

it("can be retried after a failure", async () => {
  const { hand, answer } = show([refuse(patientReferrals, "internal", "")]);
  expect(await screen.findByText("Failed to load referrals")).toBeTruthy();
  answer(reply(patientReferrals, []));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("No referrals yet.")).toBeTruthy();
});

it("shows each outcome, the consent, and where the patient came from", async () => {
  show([
    reply(patientReferrals, [
      aPatientReferral(),
      aPatientReferral({
        id: 62,
        status: "declined",
        declineReason: "No room",
        answeredAt: "2026-11-20T03:00:00Z",
        consent: null,
      }),
      aPatientReferral({ id: 63, status: "claimed", answeredAt: "2026-11-20T03:00:00Z" }),
      aPatientReferral({ id: 64, side: "received", status: "claimed", consent: null }),
    ]),
  ]);
  const [pending, declined, claimed, received] = within(
    await screen.findByRole("list", { name: "Referrals" }),
  ).getAllByRole("listitem");
  expect(pending?.textContent).toContain("To Mactan Women's Clinic");
  expect(pending?.textContent).toContain("Consent: Parent or guardian, Nov 20, 2026");
  expect(declined?.textContent).toContain("Declined because: No room");
  expect(declined?.textContent).toContain("Consent: not recorded");
  expect(claimed?.textContent).toContain("Accepted Nov 20, 2026, 11:00 AM");
  expect(received?.textContent).toContain("From Peñaflor Heart Clinic");
  expect(received?.textContent).not.toContain("Consent");
  expect(screen.getAllByRole("button", { name: "Cancel Referral" })).toHaveLength(1);
});

it("cancels after a confirmation", async () => {
  const { hand, answer, sent } = show([
    reply(patientReferrals, [aPatientReferral()]),
    reply(cancelReferral, aPatientReferral({ status: "cancelled", answeredAt: "2026-11-20T03:00:00Z" })),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Cancel Referral" }));
  const question = await screen.findByRole("alertdialog");
  answer(
    reply(patientReferrals, [aPatientReferral({ status: "cancelled", answeredAt: "2026-11-20T03:00:00Z" })]),
  );
  await hand.click(within(question).getByRole("button", { name: "Cancel Referral" }));
  expect(await screen.findByText("Referral Cancelled")).toBeTruthy();
  expect(await screen.findByText("Cancelled")).toBeTruthy();
  expect(sent(cancelReferral)[0]?.params).toEqual({ id: "61" });
});

it("says that the other clinic was faster, and shows its response", async () => {
  const { hand, answer } = show([
    reply(patientReferrals, [aPatientReferral()]),
    refuse(cancelReferral, "already_done", "This referral was already claimed."),
  ]);
  await hand.click(await screen.findByRole("button", { name: "Cancel Referral" }));
  answer(
    reply(patientReferrals, [aPatientReferral({ status: "claimed", answeredAt: "2026-11-20T03:00:00Z" })]),
  );
  await hand.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel Referral" }),
  );
  expect(await screen.findByText("This referral was already claimed.")).toBeTruthy();
  expect(await screen.findByText("Accepted")).toBeTruthy();
});

it("offers a letter that awaits release to the owner for release, and to nobody for printing", async () => {
  const waiting = aPatientReferral({ status: "letter", awaitsRelease: true });
  const { hand, answer, sent } = show([
    reply(patientReferrals, [waiting]),
    reply(releaseReferralLetter, { ...waiting, awaitsRelease: false }),
  ]);
  expect(await screen.findByText("Letter awaiting release")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Print the letter/ })).toBeNull();
  answer(reply(patientReferrals, [{ ...waiting, awaitsRelease: false }]));
  await hand.click(screen.getByRole("button", { name: "Release the letter to Mactan Women's Clinic" }));
  expect(
    await screen.findByRole("button", { name: "Print the letter to Mactan Women's Clinic" }),
  ).toBeTruthy();
  expect(sent(releaseReferralLetter)[0]?.params).toEqual({ id: "1201", referralId: "61" });
});

it("shows staff that a letter awaits release", async () => {
  show(
    [reply(patientReferrals, [aPatientReferral({ status: "letter", awaitsRelease: true })])],
    staffWith("view_patients"),
  );
  expect(await screen.findByText("Letter awaiting release")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /letter/ })).toBeNull();
});

it("offers the letter again to all, cancelling only to the owner", async () => {
  const made = vi.fn(() => "blob:letter");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: made, revokeObjectURL: () => undefined }));
  const { hand, sent } = show(
    [
      reply(patientReferrals, [aPatientReferral()]),
      reply(referralLetterPdf, new Blob(["%PDF"]), {
        "content-disposition": "inline; filename*=UTF-8''referral.pdf",
      }),
    ],
    staffWith("view_patients"),
  );
  await hand.click(
    await screen.findByRole("button", { name: "Download the letter to Mactan Women's Clinic" }),
  );
  expect(sent(referralLetterPdf)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Cancel Referral" })).toBeNull();
});

it.each([
  ["the doctor whom it names", { id: 9, role: "doctor" }, {}, true, true],
  ["the owner", { id: 1, role: "owner" }, {}, false, false],
  ["the doctor who prepared it", { id: 12, role: "doctor" }, { isOwn: true }, false, true],
] as const)(
  "a letter of several doctors: %s releases and cancels it",
  async (_, user, own, releases, cancels) => {
    const practitioner = { id: 32, userId: 9, name: "Ma. Corazon dela Peña" };
    const letter = { status: "letter", awaitsRelease: true, practitioner, isOwn: false, ...own } as const;
    show([reply(patientReferrals, [aPatientReferral(letter)])], user);
    await screen.findByText("Letter awaiting release, Dr. Ma. Corazon dela Peña");
    expect(screen.queryByRole("button", { name: /^Release the letter/ }) !== null).toBe(releases);
    expect(screen.queryByRole("button", { name: "Cancel Letter" }) !== null).toBe(cancels);
  },
);
