import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { stopReminders } from "#features/reminders/contract.ts";
import { badGateway, type FakeAnswer, refuse, renderScreen, reply } from "#web/testing.tsx";
import { StopRemindersScreen } from "./StopRemindersScreen.tsx";

const token = "1a-abcdefghijklmnop";
beforeEach(() => {
  history.replaceState(null, "", `/stop-reminders#token=${token}`);
});
const show = (...answers: FakeAnswer[]) => renderScreen(<StopRemindersScreen />, { answers });
const press = () => screen.findByRole("button", { name: "Stop Reminders" });

test("a press stops them; opening the link alone does not", async () => {
  const { hand, sent } = show(reply(stopReminders, { clinicName: "Peñaflor Heart Clinic" }));
  const button = await press();
  expect(location.hash).toBe("");
  expect(sent(stopReminders)).toHaveLength(0);
  await hand.click(button);
  expect((await screen.findByRole("status")).textContent).toContain(
    "Peñaflor Heart Clinic will not send you",
  );
  expect(sent(stopReminders)).toMatchObject([{ body: { token } }]);
});

test("an invalid link says what to do", async () => {
  const { hand } = show(refuse(stopReminders, "not_found", "This link is not complete."));
  await hand.click(await press());
  expect((await screen.findByRole("alert")).textContent).toContain("ask the clinic to stop the reminders");
});

test("the button stays when the server does not respond", async () => {
  const { hand } = show(badGateway(stopReminders));
  await hand.click(await press());
  expect(await press()).toBeTruthy();
  expect(screen.queryByRole("status", { name: /No more/ })).toBeNull();
});
