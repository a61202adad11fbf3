import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookDeliveries,
  webhooks,
} from "../contract.ts";
import { Webhooks } from "./Webhooks.tsx";

const aWebhook = (id: number, webhook: Partial<Webhook> = {}): Webhook => ({
  id,
  url: "https://hooks.example.ph/klinika",
  events: ["patient.registered", "visit.done"],
  isActive: true,
  turnedOffWhy: null,
  turnedOffAt: null,
  failingSince: null,
  lastDeliveredAt: null,
  createdAt: "2026-11-20T02:00:00Z",
  ...webhook,
});
const aDelivery = (id: number, delivery: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  event: "test",
  happenedAt: "2026-11-20T02:42:00Z",
  aboutId: null,
  state: "waiting",
  attempts: 0,
  nextAt: "2026-11-20T02:42:00Z",
  status: null,
  answer: null,
  problem: null,
  endedAt: null,
  ...delivery,
});
const rowsOf = async (name: string) =>
  within(await screen.findByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
const menuItem = (name: string) => screen.findByRole("menuitem", { name });

test("shows for each its events, its state, and why it is off", async () => {
  renderScreen(<Webhooks />, {
    answers: [
      reply(webhooks, [
        aWebhook(1, { lastDeliveredAt: new Date(Date.now() - 3 * 60_000).toISOString() }),
        aWebhook(2, { failingSince: "2026-11-20T02:42:00Z" }),
        aWebhook(3, { isActive: false, turnedOffWhy: "failures", turnedOffAt: "2026-11-23T02:42:00Z" }),
        aWebhook(4, { isActive: false, turnedOffWhy: "gone", turnedOffAt: "2026-11-23T02:42:00Z" }),
      ]),
    ],
  });
  const said = await rowsOf("Webhooks");
  expect(said[0]).toMatch(/klinikaPatient registered, Visit doneLast sent 3m agoOn$/);
  expect(said[1]).toMatch(/Failing since Nov 20, 2026, 10:42 AMFailing$/);
  expect(said[2]).toMatch(/No answer for three daysOff$/);
  expect(said[3]).toMatch(/The address is goneOff$/);
});

test("a list that fails to load can be retried", async () => {
  const { hand, answer } = renderScreen(<Webhooks />, { answers: [refuse(webhooks, "internal", "Broken")] });
  await screen.findByText("Failed to load the webhooks");
  answer(reply(webhooks, []));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("No webhooks");
});

test("adds one after a refusal at its field, and shows its secret once", async () => {
  const secret = `whsec_${"a".repeat(43)}=`;
  const message = "The address must begin with https://";
  const { hand, sent, answer } = renderScreen(<Webhooks />, {
    answers: [reply(webhooks, []), refuse(addWebhook, "invalid", message, { fields: { url: message } })],
  });
  await hand.click(await screen.findByRole("button", { name: "Add Webhook" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Webhook" }));
  const save = () => hand.click(dialog.getByRole("button", { name: "Add Webhook" }));
  await save();
  await dialog.findByText("Address is required");
  await hand.type(dialog.getByLabelText(/^Address/), "http://hooks.example.ph");
  await hand.click(dialog.getByLabelText("Payment taken"));
  await save();
  await dialog.findByText(message);
  answer(reply(addWebhook, { ...aWebhook(1), secret }));
  await hand.clear(dialog.getByLabelText(/^Address/));
  await hand.type(dialog.getByLabelText(/^Address/), "https://hooks.example.ph");
  await save();
  const shown = within(await screen.findByRole("dialog", { name: "Signing secret" }));
  shown.getByText(secret);
  expect(sent(addWebhook)[1]?.body).toEqual({
    url: "https://hooks.example.ph",
    events: ["patient.registered", "visit.done"],
  });
  await hand.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
});

test("shows responses, and a test as soon as it is queued", async () => {
  let all = [
    aDelivery(3, {
      event: "payment.taken",
      aboutId: 77,
      attempts: 2,
      status: 503,
      answer: "Busy",
      problem: "It answered 503",
    }),
    aDelivery(2, {
      event: "visit.done",
      aboutId: 12,
      state: "failed",
      attempts: 8,
      problem: "Nothing listens",
    }),
    aDelivery(1, { state: "delivered", attempts: 1, status: 204, nextAt: null }),
  ];
  const { hand } = renderScreen(<Webhooks />, {
    answers: [
      reply(webhooks, [aWebhook(1)]),
      reply(webhookDeliveries, () => all),
      reply(testWebhook, () => {
        all = [aDelivery(4), ...all];
        return aDelivery(4);
      }),
    ],
  });
  await hand.click(await screen.findByText("https://hooks.example.ph/klinika"));
  const name = "Messages of the webhook";
  const said = await rowsOf(name);
  expect(said[0]).toMatch(
    /Payment takenNov 20.* · Payment 77It answered 503, 2 triesBusyWaitingNext try Nov 20/,
  );
  expect(said[1]).toMatch(/Visit done.* · Visit 12Nothing listens, 8 triesGiven up$/);
  expect(said[2]).toMatch(/TestNov 20, 2026, 10:42 AMAnswered 204Delivered$/);
  await hand.click(screen.getByRole("button", { name: "Send a Test" }));
  await waitFor(async () => expect((await rowsOf(name))[0]).toMatch(/^Test.*None yetWaiting$/));
});

test("is edited without the password unless the address changes, turned off and deleted", async () => {
  const { hand, sent } = renderScreen(<Webhooks />, {
    answers: [
      reply(webhooks, [aWebhook(5)]),
      reply(
        changeWebhook,
        aWebhook(5, { isActive: false, turnedOffWhy: "owner", turnedOffAt: "2026-11-20T02:42:00Z" }),
      ),
      reply(removeWebhook, { id: 5 }),
    ],
  });
  const open = async () =>
    hand.click(await screen.findByRole("button", { name: "Actions for hooks.example.ph" }));
  await open();
  await hand.click(await menuItem("Edit"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Webhook" }));
  await hand.click(dialog.getByLabelText("Visit done"));
  await hand.click(dialog.getByRole("button", { name: "Save Webhook" }));
  await screen.findByText("Webhook saved");
  await open();
  await hand.click(await menuItem("Turn Off"));
  await screen.findByText("Webhook turned off");
  expect(sent(changeWebhook).map(({ body }) => body)).toEqual([
    { events: ["patient.registered"] },
    { isActive: false },
  ]);
  await open();
  await hand.click(await menuItem("Delete"));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Delete the webhook of hooks.example.ph?" }),
  );
  await hand.click(question.getByRole("button", { name: "Delete Webhook" }));
  await screen.findByText("Webhook deleted");
  expect(sent(removeWebhook)[0]?.params).toEqual({ id: "5" });
});
