import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "#scripts/demo/random.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { anAdmin, aPassword } from "#test/data/factories.ts";
import type { EmptyEnvironment } from "#test/harness/environment.ts";
import type { Figure } from "#test/harness/figure.ts";
import { proveFileSpoofing } from "#test/safety/file-spoofing.ts";
import { proveForeignSites } from "#test/safety/foreign-sites.ts";
import { proveGenerated } from "#test/safety/generated-requests.ts";
import {
  proveContentTypes,
  proveFormulas,
  proveOwnColumns,
  provePathsOut,
} from "#test/safety/hostile-requests.ts";
import { proveLiveSessions } from "#test/safety/live-sessions.ts";
import { provePlanted } from "#test/safety/planted-scripts.ts";
import { proveCalls, proveClaims, proveEdits, proveNumbers, provePayments } from "#test/safety/races.ts";
import { proveRights, tellingSets } from "#test/safety/rights.ts";
import { proveSuspendedClinics } from "#test/safety/suspended-clinics.ts";

/** A short run of `npm run prove`, on a server in this process; the seed is constant. */
let app: TestApp;
let environment: EmptyEnvironment;
beforeAll(async () => {
  app = await startOwnApp();
  environment = {
    stage: app,
    send: (request) => app.app.inject(request),
    random: new Random(20_261_120),
    many: (whole) => Math.max(1, Math.round(whole / 500)),
  };
});
afterAll(() => app.close());

const planted = async (on: EmptyEnvironment) => {
  const { email } = await anAdmin(app);
  return (await provePlanted(on, { admin: { email, password: aPassword }, first: 15 })).figures;
};

const rightsOf =
  (sets: typeof tellingSets) =>
  async ({ stage }: EmptyEnvironment) => {
    const { email } = await anAdmin(app);
    return proveRights(stage, { admin: { email, password: aPassword }, sets });
  };

const proofs: [string, (on: EmptyEnvironment) => Promise<Figure | Figure[]>][] = [
  ["sessions end when they should", proveLiveSessions],
  ["a shut clinic is shut for everybody", proveSuspendedClinics],
  ["other sites get nothing heard", proveForeignSites],
  ["referrals are claimed once", proveClaims],
  ["admission numbers are given once", proveNumbers],
  ["each patient is called once", proveCalls],
  ["a payment sent twice is one payment", provePayments],
  ["no edit is overwritten in silence", proveEdits],
  ["files are what they are called", proveFileSpoofing],
  ["generated input is answered", proveGenerated],
  ["no content type is taken unread", proveContentTypes],
  ["nobody sets the server's own columns", proveOwnColumns],
  ["no path leads out of the store", provePathsOut],
  ["no cell of an export is a formula", proveFormulas],
  ["no answer shows what its caller may not see, with one right or none", rightsOf(tellingSets.slice(0, 4))],
  ["no answer shows what its caller may not see, with more", rightsOf(tellingSets.slice(4))],
  ["scripts are stored and drawn as texts", planted],
];

// On a busy machine some take longer than a test may by default.
test.each(proofs)("%s", { timeout: 90_000 }, async (_, prove) => {
  const figures = [await prove(environment)].flat();
  expect(figures.filter(({ passes }) => !passes)).toEqual([]);
});
