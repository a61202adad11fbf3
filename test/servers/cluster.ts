import type { Client } from "pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { asApplication, serverLogin } from "#server/database/application-role.ts";
import { withClient } from "#server/database/with-client.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { databaseAt } from "./postgres.ts";

const machines = inject("machines");

/** An app whose database is distributed. */
type Cluster = {
  readonly app: TestApp;
  /** Four, with a patient each. */
  readonly clinics: TestClinic[];
  /** The app's database on each worker. */
  workers(): string[];
};

/** A suite that needs a cluster; skipped without one. */
export function onCluster(name: string, tests: (cluster: Cluster) => void): void {
  const isCluster = machines.length > 1;
  const where = isCluster ? "on a cluster" : "on a cluster (DATABASE_URL names no coordinator of Citus)";
  describe.skipIf(!isCluster)(`${name} ${where}`, () => {
    let app: TestApp;
    let clinics: TestClinic[];
    beforeAll(async () => {
      app = await startOwnApp();
      clinics = await Promise.all(Array.from({ length: 4 }, () => aClinic(app)));
      for (const clinic of clinics) await aPatient(app, clinic);
    });
    afterAll(() => app.close());
    tests({
      get app() {
        return app;
      },
      get clinics() {
        return clinics;
      },
      workers: () =>
        machines.slice(1).map((url) => databaseAt(url, new URL(app.databaseUrl).pathname.slice(1))),
    });
  });
}

/** As the server connects, before any clinic is set. */
export const asServer = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(asApplication(url, serverLogin(url)), work);

export const countOf = async (client: Client, table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
