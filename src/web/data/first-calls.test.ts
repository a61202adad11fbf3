import { afterEach, expect, test, vi } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { readAllNotifications } from "#features/notifications/contract.ts";
import { clearPrefetched } from "#web/data/api.ts";
import { call } from "./api.ts";

const answered = (body: object) => Promise.resolve(Response.json(body));

afterEach(() => {
  vi.unstubAllGlobals();
  clearPrefetched();
});

function begun() {
  const fetched = vi.fn(() => answered({ email: "fetched" }));
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("firstCalls", new Map([[currentUser.path, answered({ email: "begun" })]]));
  return fetched;
}

test("the response that the page has requested is used, once", async () => {
  const fetched = begun();
  expect((await call(currentUser, {})).data).toEqual({ email: "begun" });
  expect(fetched).not.toHaveBeenCalled();
  expect((await call(currentUser, {})).data).toEqual({ email: "fetched" });
});

test("after a change it may be out of date, and is not used", async () => {
  begun();
  await call(readAllNotifications, { body: {} });
  expect((await call(currentUser, {})).data).toEqual({ email: "fetched" });
});
