import type { Client } from "pg";
import { grantBackupAccess } from "#server/database/roles.ts";
import { inTransaction, logOperation, type Operation, OperationProblem } from "../operation.ts";
import { accountInvariants } from "./accounts.ts";
import { confidentialityInvariants } from "./confidentiality.ts";
import type { Invariant } from "./invariant.ts";
import { moneyInvariants } from "./money.ts";
import { numberInvariants } from "./numbers.ts";
import { recordInvariants } from "./records.ts";
import { referenceInvariants } from "./references.ts";
import { referralInvariants } from "./referrals.ts";
import { wallInvariants } from "./walls.ts";

/** Rows that are named of each broken invariant. */
const NAMED = 20;

export const invariants: readonly Invariant[] = [
  ...wallInvariants,
  ...numberInvariants,
  ...moneyInvariants,
  ...recordInvariants,
  ...confidentialityInvariants,
  ...referralInvariants,
  ...accountInvariants,
];

type Broken = { clinic: string | null; row: string; found: string; count: number };

export const checkData: Operation = {
  usage: "check-data",
  does: "holds every stored row against what Klinika promises of it (sums, numbers, lists, references, both rows of a referral, row security) and names those that break it; changes nothing",
  async run(surroundings) {
    const { client } = surroundings;
    await grantBackupAccess(client);
    const { checked, lines } = await inTransaction(
      client,
      "klinika_backup",
      () => check(client),
      "repeatable read, read only",
    );
    await inTransaction(client, "klinika_owner", () =>
      logOperation(surroundings, "check-data", { checked, broken: lines.length }),
    );
    if (lines.length > 0) throw new OperationProblem(lines.flat().join("\n"));
    return [`All ${checked} checks hold.`];
  },
};

/** Of each broken invariant its sentence and the first rows. */
async function check(client: Client): Promise<{ checked: number; lines: string[][] }> {
  const all = [...invariants, ...(await referenceInvariants(client))];
  const lines: string[][] = [];
  for (const { holds, broken } of all) {
    const { rows } = await client.query<Broken>(
      `select c.name as clinic, broken.row, broken.found, broken.count
       from (select *, count(*) over ()::integer as count from (${broken}) found limit ${NAMED}) broken
       left join clinics c on c.id = broken.clinic_id`,
    );
    const [first] = rows;
    if (!first) continue;
    const more = first.count > rows.length ? [`  … and ${first.count - rows.length} more`] : [];
    lines.push([
      `Does not hold, ${first.count} ${first.count === 1 ? "row" : "rows"}: ${holds}`,
      ...rows.map(({ clinic, row, found }) => `  ${clinic ? `${clinic}, ` : ""}${row}: ${found}`),
      ...more,
    ]);
  }
  return { checked: all.length, lines };
}
