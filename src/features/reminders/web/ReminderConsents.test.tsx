import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { noteReminderConsent, patientReminders, type ReminderConsent } from "#features/reminders/contract.ts";
import { type FakeAnswer, refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { ReminderConsents } from "./ReminderConsents.tsx";

const text: ReminderConsent = {
  channel: "text",
  address: "+639175550144",
  isGiven: false,
  since: null,
  notedBy: null,
};
const given = { ...text, isGiven: true, since: "2026-11-05T02:00:00Z", notedBy: "Liezl Bañez" };
const email: ReminderConsent = { ...text, channel: "email", address: null };

function show(consents: ReminderConsent[], answers: FakeAnswer[] = [], options = {}) {
  return renderScreen(<ReminderConsents patientId={7} />, {
    ...options,
    answers: [reply(patientReminders, { consents, reminders: [] }), ...answers],
  });
}
const box = (name: string) => screen.findByRole("checkbox", { name });

test("ticks consent, and shows its day and author", async () => {
  const { hand, sent, answer } = show(
    [email, text],
    [reply(noteReminderConsent, { channel: "text", isGiven: true })],
  );
  const tick = await box("Remind by text the day before");
  expect(tick).toHaveProperty("checked", false);
  expect(screen.getByText(/Tick only with the patient's consent · \+63 917 555 0144/)).toBeTruthy();
  answer(reply(patientReminders, { consents: [email, given], reminders: [] }));
  await hand.click(tick);
  await waitFor(() =>
    expect(sent(noteReminderConsent)).toMatchObject([
      { params: { id: "7" }, body: { channel: "text", isGiven: true } },
    ]),
  );
  expect(await screen.findByText(/Consent noted by Liezl Bañez on Nov 5, 2026/)).toBeTruthy();
  expect(document.activeElement).toBe(tick);
});

test("a record without an address cannot be reminded by it", async () => {
  show([email, text]);
  expect(await box("Remind by email the day before")).toHaveProperty("disabled", true);
  expect(screen.getByText("No email in the record")).toBeTruthy();
});

test("distinguishes a withdrawal by the patient from one recorded by the desk", async () => {
  show([{ ...given, isGiven: false, notedBy: null }]);
  expect(await screen.findByText(/The patient stopped these on Nov 5, 2026/)).toBeTruthy();
});

test("is read-only for users who may only view, and shows a failure", async () => {
  show([given], [], { user: staffWith("view_patients") });
  expect(await box("Remind by text the day before")).toHaveProperty("disabled", true);
});

test("a consent that could not be saved is reverted", async () => {
  const { hand } = show([given], [refuse(noteReminderConsent, "internal", "")]);
  await hand.click(await box("Remind by text the day before"));
  expect(await screen.findByText("Failed to save the consent")).toBeTruthy();
  expect(await box("Remind by text the day before")).toHaveProperty("checked", true);
});

test("is hidden where no channel is set up", async () => {
  const { sent } = show([]);
  await waitFor(() => expect(sent(patientReminders)).toHaveLength(1));
  expect(screen.queryByRole("checkbox")).toBeNull();
});
