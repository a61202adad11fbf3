import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./data/api-error.ts";
import { reportError } from "./report-error.ts";

const sent = vi.fn(async (_address: string, _request: RequestInit) => Response.json({ message: "Reported" }));
beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal("fetch", sent);
});
const bodies = () => sent.mock.calls.map(([, { body }]) => JSON.parse(String(body)));

const failure = (message: string, place = `${location.origin}/assets/RecordPage-x7.js:1:23`) =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n    at Record (${place})` });

test("an error is sent once, with its location and without values or the page's URL", () => {
  const error = failure('no row "Reyes, Ana"');
  const around = `\n    at Sheet (${location.origin}/assets/Sheet-y8.js:2:7)\n    at ${location.origin}/patients?search=Reyes:1:1`;
  reportError(error, around);
  reportError(error, around);
  expect(bodies()).toEqual([
    {
      message: 'TypeError: no row "…"',
      stack: "assets/RecordPage-x7.js:1:23",
      component: "assets/Sheet-y8.js:2:7",
      release: "",
    },
  ]);
});

test("extensions, refusals of the server and other values are not reported, and a page reports at most five", () => {
  reportError(failure("not ours", "chrome-extension://abc/content.js:1:2"), "");
  reportError(
    new ApiError(409, { code: "changed_meanwhile", message: "Changed meanwhile" }, "Changed meanwhile"),
    "",
  );
  reportError("a text", "");
  expect(bodies()).toEqual([]);
  for (let n = 0; n < 20; n += 1) reportError(failure(`kind ${"abcdefghijklmnopqrst"[n]}`), "");
  expect(bodies().length).toBeLessThanOrEqual(5);
});
