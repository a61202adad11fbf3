import { expect, test } from "@playwright/test";
import { adminEmail } from "#e2e/support/clinic.ts";
import { walkScreens } from "#e2e/support/walk.ts";
import { WalkedPage } from "#e2e/support/walked-page.ts";
import { screens } from "#e2e/support/walked-screens.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { requestFor } from "#test/request-for.ts";
import { plantClinic } from "#test/safety/planted-clinic.ts";

// One script in every text of a clinic, and the screens that show many of them; `npm run prove -- screens` tries sixty on
// all screens.

const walked = /\/patients\/\d+|open=edit|^\/shared|^\/admin$/;

test("a script in every text is shown as text", { tag: "@release" }, async ({ context, baseURL }) => {
  const origin = baseURL ?? "";
  const wire = new HttpClient(new URL(origin));
  const call: Parameters<typeof plantClinic>[0]["call"] = (endpoint, as, sent) =>
    wire.send(requestFor(endpoint, as, sent));
  const admin = { email: adminEmail, password: "sinigang-at-noon-7" };
  const clinic = await plantClinic({ call }, '"><img src=x onerror=hit(0)>', admin);
  expect(clinic.odd).toEqual([]);
  const chosen = screens.filter(
    ({ address }, at) =>
      walked.test(address(clinic)) &&
      screens.findIndex((one) => one.address(clinic) === address(clinic)) === at,
  );
  const walk = await walkScreens(await WalkedPage.in(context), origin, clinic, chosen);
  wire.close();
  const { executed, reports, elements, failures, missing } = walk;
  expect({ executed, reports, elements, failures, missing }).toEqual({
    executed: [],
    reports: [],
    elements: [],
    failures: [],
    missing: [],
  });
  expect(walk.seen.size).toBeGreaterThan(60);
});
