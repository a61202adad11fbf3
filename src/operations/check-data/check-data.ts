import type { Client } from "pg";
import { grantBackupAccess } from "#server/database/roles.ts";
import { inTransaction, logOperation, type Operation, OperationError } from "../operation.ts";
import { accountInvariants } from "./accounts.ts";
import { confidentialityInvariants } from "./confidentiality.ts";
import type { Invariant } from "./invariant.ts";
import { moneyInvariants } from "./money.ts";
import { numberInvariants } from "./numbers.ts";
import { recordInvariants } from "./records.ts";
import { referenceInvariants } from "./references.ts";
import { referralInvariants } from "./referrals.ts";
import { wallInvariants } from "./walls.ts";

/** Rows that are listed for each violated invariant. */
const MAX_LISTED = 20;

export const invariants: readonly Invariant[] = [
  ...wallInvariants,
  ...numberInvariants,
  ...moneyInvariants,
  ...recordInvariants,
  ...confidentialityInvariants,
  ...referralInvariants,
  ...accountInvariants,
];

type Violation = { clinic: string | null; row: string; found: string; count: number };

export const checkData: Operation = {
  usage: "check-data",
  does: "checks every stored row against Klinika's invariants (sums, numbers, lists, references, both rows of a referral, row security) and lists violations; changes nothing",
  async run(context) {
    const { client } = context;
    await grantBackupAccess(client);
    const { checked, lines } = await inTransaction(
      client,
      "klinika_backup",
      () => check(client),
      "repeatable read, read only",
    );
    await inTransaction(client, "klinika_owner", () =>
      logOperation(context, "check-data", { checked, broken: lines.length }),
    );
    if (lines.length > 0) throw new OperationError(lines.flat().join("\n"));
    return [`All ${checked} checks passed.`];
  },
};

/** For each violated invariant its description and the first rows. */
async function check(client: Client): Promise<{ checked: number; lines: string[][] }> {
  const all = [...invariants, ...(await referenceInvariants(client))];
  const lines: string[][] = [];
  for (const { description, violations } of all) {
    const { rows } = await client.query<Violation>(
      `select c.name as clinic, listed.row, listed.found, listed.count
       from (select *, count(*) over ()::integer as count from (${violations}) violations limit ${MAX_LISTED}) listed
       left join clinics c on c.id = listed.clinic_id`,
    );
    const [first] = rows;
    if (!first) continue;
    const more = first.count > rows.length ? [`  … and ${first.count - rows.length} more`] : [];
    lines.push([
      `Failed (${first.count} ${first.count === 1 ? "row" : "rows"}): ${description}`,
      ...rows.map(({ clinic, row, found }) => `  ${clinic ? `${clinic}, ` : ""}${row}: ${found}`),
      ...more,
    ]);
  }
  return { checked: all.length, lines };
}
