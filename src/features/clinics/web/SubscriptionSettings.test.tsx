import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { clinicSettings, requestUpgrade, storageUse, upgradeRequest } from "#features/clinics/contract.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { exampleSettings } from "#web/testing-settings.ts";
import { SubscriptionSettings } from "./SubscriptionSettings.tsx";

const open = (settings = exampleSettings(), options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<SubscriptionSettings />, {
    ...options,
    answers: [
      reply(clinicSettings, settings),
      reply(upgradeRequest, { requestedAt: null }),
      reply(storageUse, { used: 2_148_000_000, quota: 20_000_000_000 }),
      ...(options.answers ?? []),
    ],
  });
const button = { name: "Upgrade to Full Plan" };

test("a trial: its end, the fees, and the one row of billing", async () => {
  open(exampleSettings({ setupFee: "2500.00" }));
  expect(await screen.findByText("Your free trial ends on December 20, 2026.")).toBeTruthy();
  expect(screen.getByText("Trial")).toBeTruthy();
  expect(screen.getByText("₱1,000.00")).toBeTruthy();
  expect(await screen.findByText("2.1 GB of 20 GB used")).toBeTruthy();
  const [, row] = screen.getAllByRole("row");
  expect(row?.textContent).toBe("Setup Fee₱2,500.00Paid");
  expect(await screen.findByRole("button", button)).toBeTruthy();
});

test("requests the full plan with a confirmation, and does not offer it again", async () => {
  const requestedAt = "2026-11-20T02:42:00Z";
  const { hand, sent, answer } = open(exampleSettings(), {
    answers: [reply(requestUpgrade, { requestedAt })],
  });
  const ask = await screen.findByRole("button", button);
  answer(reply(upgradeRequest, { requestedAt }));
  await hand.click(ask);
  expect(await screen.findByText("Upgrade Requested")).toBeTruthy();
  expect(
    await screen.findByText(
      "Upgrade requested on Nov 20, 2026, 10:42 AM. We will contact you about the full plan.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole("button", button)).toBeNull();
  expect(sent(requestUpgrade)).toHaveLength(1);
});

test("reports a request that did not arrive, which can be sent again", async () => {
  const { hand } = open(exampleSettings(), { answers: [refuse(requestUpgrade, "internal", "")] });
  await hand.click(await screen.findByRole("button", button));
  expect(await screen.findByText("Failed to send the upgrade request")).toBeTruthy();
  expect(screen.getByRole("button", button)).toBeTruthy();
});

test("a clinic on the full plan sees no trial", async () => {
  open(exampleSettings({ subscriptionStatus: "active" }));
  expect(await screen.findByText("Active")).toBeTruthy();
  expect(screen.queryByText("Free trial")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("is read-only for staff", async () => {
  const { sent } = open(exampleSettings(), { user: staffWith() });
  expect(await screen.findByText("Your free trial ends on December 20, 2026.")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(sent(upgradeRequest)).toEqual([]);
  expect(screen.queryByText("Storage")).toBeNull();
});

test("reports when the size of the files cannot be read", async () => {
  open(exampleSettings(), { answers: [refuse(storageUse, "internal", "")] });
  expect(await screen.findByText("Could not be loaded")).toBeTruthy();
});

test("settings that do not load can be retried", async () => {
  const { hand, answer } = open(exampleSettings(), { answers: [refuse(clinicSettings, "internal", "")] });
  const again = await screen.findByRole("button", { name: "Try Again" });
  answer(reply(clinicSettings, exampleSettings()));
  await hand.click(again);
  expect(await screen.findByText("Trial")).toBeTruthy();
});
