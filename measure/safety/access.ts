import { writeFileSync } from "node:fs";
import { anAdmin, aPassword } from "#test/data/factories.ts";
import { type EnvironmentSource, inEnvironment } from "#test/harness/environment.ts";
import type { Figure } from "#test/harness/figure.ts";
import { declaredFile, fileFor, proveAccess } from "#test/safety/access.ts";
import { everySet, proveRights } from "#test/safety/rights.ts";

/** Every caller at every endpoint; `--write` writes docs/access.md. */
export const access = (source: EnvironmentSource): Promise<Figure[]> =>
  inEnvironment(source, async ({ stage }) => {
    const { figures, table } = await proveAccess(stage);
    if (process.argv.includes("--write")) {
      writeFileSync(declaredFile, fileFor(table));
      console.log(`The table is written to ${declaredFile}.`);
    }
    return figures;
  });

/** Every set of rights at every endpoint. */
export const rights = (source: EnvironmentSource): Promise<Figure[]> =>
  inEnvironment(source, async ({ stage }) => {
    const { email } = await anAdmin(stage);
    return proveRights(stage, { admin: { email, password: aPassword }, sets: everySet });
  });
