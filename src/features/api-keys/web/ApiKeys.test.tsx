import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { addDays, manilaDay } from "#shared/formats/dates.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
import { type ApiKey, addApiKey, apiKeys, revokeApiKey } from "../contract.ts";
import { ApiKeys } from "./ApiKeys.tsx";

const today = manilaDay(new Date());
const aKey = (id: number, key: Partial<ApiKey> = {}): ApiKey => ({
  id,
  name: "Laboratory system",
  scopes: ["Patient", "Observation"],
  lastFour: "x7Qp",
  madeAt: "2026-11-20T02:00:00Z",
  madeByName: "Rafael Peñaflor",
  expiresAt: addDays(today, 300),
  lastUsedAt: null,
  revokedAt: null,
  state: "live",
  ...key,
});
const rows = async () =>
  within(await screen.findByRole("table", { name: "API keys" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

test("shows for each key what it reads, when it was used, and why it ended", async () => {
  renderScreen(<ApiKeys />, {
    answers: [
      reply(apiKeys, [
        aKey(1, { lastUsedAt: new Date(Date.now() - 5 * 60_000).toISOString() }),
        aKey(2, { expiresAt: today, scopes: ["Appointment"] }),
        aKey(3, { state: "expired", expiresAt: "2026-03-01" }),
        aKey(4, { state: "revoked", revokedAt: "2026-11-19T17:00:00Z" }),
        aKey(5, { state: "orphaned" }),
      ]),
    ],
  });
  const said = await rows();
  expect(said[0]).toMatch(/klk_…x7QpPatients, Vital signs and resultsUsed: 5m agoExpires .*Revoke/);
  expect(said[1]).toMatch(/AppointmentsUsed: Not yetExpires todayRevoke/);
  expect(said[2]).toMatch(/Expired Mar 1, 2026$/);
  expect(said[3]).toMatch(/Revoked Nov 20, 2026$/);
  expect(said[4]).toMatch(/Owner no longer activeRevoke$/);
});

test("a list that does not load can be retried", async () => {
  const { hand, answer } = renderScreen(<ApiKeys />, { answers: [refuse(apiKeys, "internal", "Broken")] });
  await screen.findByText("Failed to load the API keys");
  answer(reply(apiKeys, []));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("No API keys");
});

test("creates a key for the ticked types, shows it once, and forgets it", async () => {
  const key = `klk_${"a".repeat(43)}`;
  const { hand, sent } = renderScreen(<ApiKeys />, {
    answers: [reply(apiKeys, []), reply(addApiKey, { ...aKey(1), key })],
  });
  await hand.click(await screen.findByRole("button", { name: "Create Key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create API Key" }));
  await hand.click(dialog.getByRole("button", { name: "Create Key" }));
  await dialog.findByText("Name is required");
  await dialog.findByText("Choose what the key may read");
  await hand.type(dialog.getByLabelText(/^Name/), "Laboratory system");
  await hand.click(dialog.getByLabelText("Patients"));
  await hand.click(dialog.getByLabelText("Vital signs and results"));
  await hand.click(dialog.getByRole("button", { name: "Create Key" }));
  const shown = within(await screen.findByRole("dialog", { name: "API key" }));
  shown.getByText(key);
  expect(sent(addApiKey)[0]?.body).toEqual({
    name: "Laboratory system",
    scopes: ["Patient", "Observation"],
    expiresAt: addDays(today, 365),
  });
  await hand.click(shown.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText(key)).toBeNull());
});

test("shows a refusal at its field", async () => {
  const message = "Choose a day within a year";
  const { hand } = renderScreen(<ApiKeys />, {
    answers: [reply(apiKeys, []), refuse(addApiKey, "invalid", message, { fields: { expiresAt: message } })],
  });
  await hand.click(await screen.findByRole("button", { name: "Create Key" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create API Key" }));
  await hand.type(dialog.getByLabelText(/^Name/), "Laboratory system");
  await hand.click(dialog.getByLabelText("Everything"));
  await hand.click(dialog.getByRole("button", { name: "Create Key" }));
  await dialog.findByText(message);
});

test("asks before it revokes", async () => {
  const { hand, sent } = renderScreen(<ApiKeys />, {
    answers: [reply(apiKeys, [aKey(7)]), reply(revokeApiKey, { id: 7 })],
  });
  await hand.click(await screen.findByRole("button", { name: "Revoke Laboratory system" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Revoke Laboratory system?" }));
  expect(sent(revokeApiKey)).toEqual([]);
  await hand.click(question.getByRole("button", { name: "Revoke Key" }));
  await screen.findByText("API key revoked");
  expect(sent(revokeApiKey)[0]?.params).toEqual({ id: "7" });
});
