import { afterAll, beforeAll, expect, test } from "vitest";
import { proveDisguises } from "#prove/disguises.ts";
import type { Figure } from "#figures/figure.ts";
import { proveForeignSites } from "#prove/foreign-sites.ts";
import type { Ground } from "#prove/ground.ts";
import { proveChain } from "#prove/history.ts";
import { proveGenerated } from "#prove/input.ts";
import { proveClaims, proveEdits, proveNumbers } from "#prove/races.ts";
import { randomFrom } from "#prove/random.ts";
import { proveLiveSessions } from "#prove/sessions.ts";
import { startTestApp, type TestApp } from "./app.ts";

/** A small run of what `npm run prove` asks in full of a server in its own process; the seed is always the same. */
let app: TestApp;
let ground: Ground;
beforeAll(async () => {
  app = await startTestApp({
    CHANGES_PER_MINUTE: "100000",
    UPLOADS_PER_MINUTE: "100000",
    CONTACT_MESSAGES_PER_HOUR: "100000",
    FAILED_SIGN_INS_PER_ADDRESS: "100000",
  });
  ground = {
    stage: app,
    send: (request) => app.app.inject(request),
    random: randomFrom(20_261_120),
    many: (whole) => Math.max(1, Math.round(whole / 500)),
  };
});
afterAll(() => app.close());

const proofs: [string, (on: Ground) => Promise<Figure | Figure[]>][] = [
  ["sessions end when they should", proveLiveSessions],
  ["other sites get nothing heard", proveForeignSites],
  ["referrals are claimed once", proveClaims],
  ["admission numbers are given once", proveNumbers],
  ["no edit is overwritten in silence", proveEdits],
  ["a touched row of the record history is named", proveChain],
  ["files are what they are called", proveDisguises],
  ["generated input is answered", proveGenerated],
];

test.each(proofs)("%s", async (_, prove) => {
  const figures = [await prove(ground)].flat();
  expect(figures.filter(({ holds }) => !holds)).toEqual([]);
});
