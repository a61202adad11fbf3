import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  answeredReferrals,
  type ClaimedReferral,
  claimReferral,
  declineReferral,
  sharedWithMe,
} from "#features/referrals/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { aListedPatient } from "#web/testing-records.ts";
import { SharedWithMe } from "./SharedWithMe.tsx";
import { anAnsweredReferral, aSharedReferral } from "./testing-referrals.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T02:42:00Z") });
  return () => vi.useRealTimers();
});

const claimed = (changed: Partial<ClaimedReferral> = {}): ClaimedReferral => ({
  patientId: 1300,
  newPatient: aListedPatient({
    id: 1300,
    patientName: "Dela Peña, Consuelo Rivera",
    admissionNo: "20261120-002",
  }),
  isNew: true,
  ...changed,
});

const show = (...answers: FakeAnswer[]) => {
  const onOpenPatient = vi.fn();
  return {
    onOpenPatient,
    ...renderScreen(<SharedWithMe onOpenPatient={onOpenPatient} />, {
      answers: [reply(sharedWithMe, [aSharedReferral()]), reply(answeredReferrals, []), ...answers],
    }),
  };
};

it("shows an empty state", async () => {
  show(reply(sharedWithMe, []));
  expect(await screen.findByText("No Patient Referrals Yet")).toBeTruthy();
});

it("shows an error when they fail to load, and retries", async () => {
  const { hand, answer } = show(refuse(sharedWithMe, "internal", ""));
  expect(await screen.findByText("Failed to load shared patients")).toBeTruthy();
  answer(reply(sharedWithMe, [aSharedReferral()]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Dela Peña, Consuelo Rivera")).toBeTruthy();
});

it("shows the patient, the sender and the reason", async () => {
  show();
  const [row] = within(await screen.findByRole("list", { name: /waiting/ })).getAllByRole("listitem");
  for (const words of [
    "67 / F · 20261120-007 · Outpatient · Chong Hua Hospital - Fuente",
    "From Mactan Women's Clinic, Leonora Nuñez, 1h ago",
    "Echocardiography and co-management",
    "Atrial fibrillation",
  ])
    expect(row?.textContent).toContain(words);
});

it("adds the patient once, shows a toast, and opens the new record", async () => {
  const { hand, sent, answer, onOpenPatient } = show();
  let done: (answer: ClaimedReferral) => void = () => undefined;
  answer(reply(claimReferral, () => new Promise<ClaimedReferral>((resolve) => (done = resolve))));
  await hand.click(await screen.findByRole("button", { name: /^Add to My Clinic/ }));
  expect(await screen.findByText("Adding…")).toBeTruthy();
  answer(reply(sharedWithMe, []), reply(answeredReferrals, [anAnsweredReferral()]));
  done(claimed());
  expect(await screen.findByText("Patient Added Successfully")).toBeTruthy();
  expect(await screen.findByText("Added to your clinic as 20261120-002.")).toBeTruthy();
  expect(await screen.findByText("No Patient Referrals Yet")).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Open Record" }));
  expect(onOpenPatient).toHaveBeenCalledWith(1300);
  expect(sent(claimReferral)).toHaveLength(1);
  expect(sent(claimReferral)[0]?.params).toEqual({ id: "51" });
});

it("opens the record that the clinic already has", async () => {
  const { hand } = show(reply(claimReferral, claimed({ isNew: false })));
  await hand.click(await screen.findByRole("button", { name: /^Add to My Clinic/ }));
  expect(
    await screen.findByText(
      "Already has record 20261120-002 in your clinic. New information was added to it.",
    ),
  ).toBeTruthy();
});

it("says why it could not be added, and refetches", async () => {
  const { hand, answer } = show(refuse(claimReferral, "already_done", "This referral was already claimed."));
  await screen.findByText("Dela Peña, Consuelo Rivera");
  answer(reply(sharedWithMe, []));
  await hand.click(screen.getByRole("button", { name: /^Add to My Clinic/ }));
  expect(await screen.findByText("Failed to Add Patient")).toBeTruthy();
  expect(screen.getByText("This referral was already claimed.")).toBeTruthy();
  expect(await screen.findByText("No Patient Referrals Yet")).toBeTruthy();
});

it("falls back to the specification's message", async () => {
  const { hand } = show(refuse(claimReferral, "internal", ""));
  await hand.click(await screen.findByRole("button", { name: /^Add to My Clinic/ }));
  expect(await screen.findByText("There was an error adding the patient to your clinic.")).toBeTruthy();
});

it("declines with a reason", async () => {
  const { hand, sent, answer } = show(
    reply(declineReferral, anAnsweredReferral({ status: "declined", claimedPatientId: null })),
  );
  await hand.click(await screen.findByRole("button", { name: /^Decline/ }));
  const question = await screen.findByRole("alertdialog", { name: "Decline Dela Peña, Consuelo Rivera?" });
  await hand.type(within(question).getByRole("textbox"), "No echo until December");
  answer(reply(sharedWithMe, []));
  await hand.click(within(question).getByRole("button", { name: "Decline Referral" }));
  expect(await screen.findByText("Referral Declined")).toBeTruthy();
  expect(sent(declineReferral)[0]?.body).toEqual({ reason: "No echo until December" });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

it("lists answered ones, less prominently, with a link to the record", async () => {
  const { hand, onOpenPatient } = show(
    reply(answeredReferrals, [
      anAnsweredReferral(),
      anAnsweredReferral({ id: 53, status: "declined", claimedPatientId: null, declineReason: "No room" }),
    ]),
  );
  const list = await screen.findByRole("list", { name: "Answered referrals" });
  expect(within(list).getByText("Reason: No room")).toBeTruthy();
  await hand.click(within(list).getByRole("button", { name: /^Open Record/ }));
  expect(onOpenPatient).toHaveBeenCalledWith(1300);
});
