import { sql } from "kysely";
import type { DrawerLine, PettyCashDraft } from "#features/billing/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ofUser } from "#server/money-figures.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { centavos } from "#shared/formats/money.ts";

type Counted = Pick<DrawerLine, "kind" | "amount" | "voidedAt">;

/** In centavos; `net` is added to the cash payments. */
export function drawerTotals(lines: readonly Counted[]) {
  const sum = (kind: DrawerLine["kind"]) =>
    lines.reduce(
      (total, line) => (line.kind === kind && line.voidedAt === null ? total + centavos(line.amount) : total),
      0n,
    );
  const [floats, pettyCash] = [sum("float"), sum("petty_cash")];
  return { floats, pettyCash, net: floats - pettyCash };
}

async function readLines(clinic: ClinicScope, condition: ReturnType<typeof sql>): Promise<DrawerLine[]> {
  const { rows } = await sql<DrawerLine>`
    select l.id, l.user_id, concat_ws(' ', u.first_name, u.last_name) as user_name, l.kind, l.amount, l.note, l.at,
           l.voided_at, l.void_reason
    from drawer_lines l join users u on u.clinic_id = l.clinic_id and u.id = l.user_id
    where l.clinic_id = ${clinic.id} and ${condition} order by l.id`.execute(clinic.db);
  return rows;
}

/** Of the drawers that are not counted yet, voided ones too. */
export const uncountedLines = (clinic: ClinicScope, whose: number | null): Promise<DrawerLine[]> =>
  readLines(clinic, sql`l.closing_id is null ${ofUser("l.userId", whose)}`);

const oneLine = async (clinic: ClinicScope, id: number): Promise<DrawerLine> => {
  const [line] = await readLines(clinic, sql`l.id = ${id}`);
  if (!line) throw notFound("Petty cash");
  return line;
};

export async function setFloat(clinic: ClinicScope, amount: string, now: Date): Promise<DrawerLine> {
  const { rows } = await sql<{ id: number }>`
    insert into drawer_lines (clinic_id, user_id, kind, amount, at)
    values (${clinic.id}, ${clinic.userId}, 'float', ${amount}, ${now.toISOString()})
    on conflict (clinic_id, user_id) where kind = 'float' and closing_id is null
    do update set amount = excluded.amount, at = excluded.at returning id`.execute(clinic.db);
  return oneLine(clinic, Number(rows[0]?.id));
}

export async function insertPettyCash(
  clinic: ClinicScope,
  { amount, note }: PettyCashDraft,
  now: Date,
): Promise<DrawerLine> {
  const { id } = await clinic.db
    .insertInto("drawerLines")
    .values({
      clinicId: clinic.id,
      userId: clinic.userId,
      kind: "petty_cash",
      amount,
      note,
      at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return oneLine(clinic, id);
}

/** Petty cash that was typed wrong. What is counted stays. */
export async function voidPettyCash(
  clinic: ClinicScope,
  id: number,
  reason: string,
  { now, whose }: { now: Date; whose: number | null },
): Promise<DrawerLine> {
  const { rows } = await sql`
    update drawer_lines set voided_at = ${now.toISOString()}, void_reason = ${reason}
    where clinic_id = ${clinic.id} and id = ${id} and kind = 'petty_cash' and closing_id is null
      and voided_at is null ${ofUser("userId", whose)} returning id`.execute(clinic.db);
  if (rows.length > 0) return oneLine(clinic, id);
  const [line] = await readLines(
    clinic,
    sql`l.id = ${id} and l.kind = 'petty_cash' ${ofUser("l.userId", whose)}`,
  );
  if (!line) throw notFound("Petty cash");
  throw new Failure(
    "already_done",
    line.voidedAt === null ? "This is in a count that was closed." : "This is voided already.",
  );
}

/** Assigns the lines that are in no count to this one. */
export async function putLinesIntoCount(
  clinic: ClinicScope,
  closingId: number,
  whose: number | null,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    update drawer_lines set closing_id = ${closingId}
    where clinic_id = ${clinic.id} and closing_id is null ${ofUser("userId", whose)}
    returning kind, amount, voided_at`.execute(clinic.db);
  return rows;
}
