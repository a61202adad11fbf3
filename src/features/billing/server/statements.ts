import { type RawBuilder, sql } from "kysely";
import { statementUser } from "#features/billing/rules.ts";
import {
  type ClosedStatement,
  type closedStatement,
  MOST_CLOSED_STATEMENTS,
  type moneyByDoctor,
  type Statement,
} from "#features/billing/statements-contract.ts";
import type { Session } from "#server/auth/session.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { collectedFrom } from "#server/money-figures.ts";
import { paymentMethods, type StoredPaymentMethod } from "#shared/billing/payment-methods.ts";
import type { Whole } from "#shared/endpoint.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { addDays, formatDay, manilaDay } from "#shared/formats/dates.ts";
import { centavos, fromCentavos, sumOf } from "#shared/formats/money.ts";

type Span = { from: string; to: string };
type Reader = Pick<Session, "userId" | "role">;
type Figures = Omit<
  ClosedStatement,
  "id" | "practitionerId" | "doctorName" | "from" | "to" | "closedAt" | "closedByName"
>;

const amounts = ["charged", "discounts", "hmoDue", "collected", "share"] as const;

/** Sums of entries of one method; of bills with a null one. */
type Sums = Record<(typeof amounts)[number], string> & {
  practitionerId: number;
  method: StoredPaymentMethod | null;
  entries: number;
  payments: number;
};

const sums = sql`
  count(*)::integer as entries,
  (count(distinct e.payment_id) filter (where not e.is_void) - count(distinct e.payment_id) filter (where e.is_void))::integer
    as payments,
  sum(e.charged) as charged, sum(e.discount) as discounts, sum(e.hmo_due) as hmo_due, sum(e.collected) as collected,
  sum(e.share) as share`;

const withMethod = (clinicId: number) =>
  sql`left join payments p on p.clinic_id = ${clinicId} and p.id = e.payment_id`;

/** A doctor whose statements the caller may read. @throws Failure not_found */
async function requireDoctor(
  clinic: ClinicScope,
  reader: Reader,
  asked: number | undefined,
): Promise<{ id: number; name: string }> {
  const whose = statementUser(reader);
  const doctor = await clinic.db
    .selectFrom("practitioners")
    .select(["id", nameOfUser(clinic, "practitioners.userId").as("name")])
    .where("clinicId", "=", clinic.id)
    .$if(asked !== undefined, (query) => query.where("id", "=", asked as number))
    .$if(whose !== null || asked === undefined, (query) => query.where("userId", "=", reader.userId))
    .executeTakeFirst();
  if (!doctor) throw notFound("Doctor");
  return { id: doctor.id, name: doctor.name ?? "" };
}

/**
 * What no statement of the doctor has: of these days, and of earlier ones that a statement has which was closed before
 * it was recorded.
 */
const openEntries = (clinic: ClinicScope, practitionerId: number, { from, to }: Span) => sql`
  e.clinic_id = ${clinic.id} and e.practitioner_id = ${practitionerId} and e.statement_id is null
  and e.day <= ${to}::date and (e.day >= ${from}::date or ${isLate})
  -- Follows from it. Without, the entries of all years that no statement has would be read.
  and e.day >= least(${from}::date, (
    select min(s.from_day) from statements s where s.clinic_id = ${clinic.id} and s.practitioner_id = ${practitionerId}))`;
const isLate = sql`exists (
  select from statements s where s.clinic_id = e.clinic_id and s.practitioner_id = e.practitioner_id
    and e.day between s.from_day and s.to_day)`;

async function sumUp(clinic: ClinicScope, which: RawBuilder<unknown>): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    select e.practitioner_id, p.method, ${sums} from statement_entries e ${withMethod(clinic.id)}
    where ${which} group by e.practitioner_id, p.method`.execute(clinic.db);
  return rows;
}

function figuresOf(rows: readonly Sums[]): Figures {
  const total = (name: (typeof amounts)[number], of: readonly Sums[] = rows) =>
    sumOf(of.map((row) => row[name]));
  const [collected, share] = [total("collected"), total("share")];
  return {
    entries: rows.reduce((count, { entries }) => count + entries, 0),
    charged: total("charged"),
    discounts: total("discounts"),
    hmoDue: total("hmoDue"),
    methods: paymentMethods.flatMap((method) => {
      const own = rows.filter((row) => row.method === method);
      if (own.length === 0) return [];
      const payments = own.reduce((count, row) => count + row.payments, 0);
      return [{ method, payments, amount: total("collected", own) }];
    }),
    collected,
    hmoCollected: total(
      "collected",
      rows.filter(({ method }) => method === "hmo"),
    ),
    share,
    clinic: less(collected, share),
  };
}

const less = (one: string, other: string) => fromCentavos(centavos(one) - centavos(other));

async function readDays(clinic: ClinicScope, which: RawBuilder<unknown>): Promise<Statement["days"]> {
  const { rows } = await sql<Omit<Statement["days"][number], "clinic">>`
    select e.day, sum(e.charged) as charged, sum(e.discount) as discounts, sum(e.hmo_due) as hmo_due,
           sum(e.collected) as collected, sum(e.share) as share
    from statement_entries e where ${which} group by e.day order by e.day`.execute(clinic.db);
  return rows.map((row) => ({ ...row, clinic: less(row.collected, row.share) }));
}

/** A doctor's statement of these days that is not closed. */
export async function readStatement(
  clinic: ClinicScope,
  reader: Reader,
  { practitionerId, ...span }: Span & { practitionerId?: number | undefined },
): Promise<Statement> {
  const doctor = await requireDoctor(clinic, reader, practitionerId);
  const open = openEntries(clinic, doctor.id, span);
  const [rows, days, late, closed] = await Promise.all([
    sumUp(clinic, open),
    readDays(clinic, open),
    sql<{ late: number }>`
      select count(*)::integer as late from statement_entries e where ${open} and ${isLate}`.execute(
      clinic.db,
    ),
    findOverlap(clinic, doctor.id, span),
  ]);
  return {
    practitionerId: doctor.id,
    doctorName: doctor.name,
    ...span,
    ...figuresOf(rows),
    late: late.rows[0]?.late ?? 0,
    days,
    closed,
  };
}

/** The doctor's latest closed statement with some of these days. */
async function findOverlap(
  clinic: ClinicScope,
  practitionerId: number,
  { from, to }: Span,
): Promise<Statement["closed"]> {
  const found = await clinic.db
    .selectFrom("statements")
    .select(["id", "fromDay as from", "toDay as to"])
    .where("clinicId", "=", clinic.id)
    .where("practitionerId", "=", practitionerId)
    .where("fromDay", "<=", to)
    .where("toDay", ">=", from)
    .orderBy("toDay", "desc")
    .executeTakeFirst();
  return found ?? null;
}

/** What was billed and collected on these days by doctor, closed or not, and what is the clinic's. */
export async function readMoneyByDoctor(
  clinic: ClinicScope,
  span: Span,
): Promise<Whole<typeof moneyByDoctor>> {
  const { from, to } = span;
  const [rows, collected, doctors] = await Promise.all([
    sumUp(clinic, sql`e.clinic_id = ${clinic.id} and e.day between ${from}::date and ${to}::date`),
    collectedFrom(clinic, span),
    clinic.db
      .selectFrom("practitioners")
      .select(["id", "letter", nameOfUser(clinic, "practitioners.userId").as("name")])
      .where("clinicId", "=", clinic.id)
      .orderBy(sql`length(letter)`)
      .orderBy("letter")
      .execute(),
  ]);
  const ofDoctors = Map.groupBy(rows, ({ practitionerId }) => practitionerId);
  const figures = doctors.flatMap(({ id, name }) => {
    const own = ofDoctors.get(id);
    return own ? [{ practitionerId: id, doctorName: name ?? "", ...figuresOf(own) }] : [];
  });
  return {
    from,
    to,
    doctors: figures,
    unnamed: less(collected, sumOf(figures.map((doctor) => doctor.collected))),
    collected,
    clinic: less(collected, sumOf(figures.map(({ share }) => share))),
  };
}

const selectClosed = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("statements")
    .innerJoin("practitioners", (join) =>
      join
        .on("practitioners.clinicId", "=", clinic.id)
        .onRef("practitioners.id", "=", "statements.practitionerId"),
    )
    .where("statements.clinicId", "=", clinic.id)
    .select([
      "statements.id",
      "statements.practitionerId",
      nameOfUser(clinic, "practitioners.userId").as("doctorName"),
      "statements.fromDay as from",
      "statements.toDay as to",
      "statements.entries",
      "statements.charged",
      "statements.discounts",
      "statements.hmoDue",
      sql<ClosedStatement["methods"]>`statements.methods`.as("methods"),
      "statements.collected",
      "statements.share",
      "statements.closedAt",
      nameOfUser(clinic, "statements.closedById").as("closedByName"),
    ]);

const asClosed = (
  row: Awaited<ReturnType<ReturnType<typeof selectClosed>["executeTakeFirstOrThrow"]>>,
): ClosedStatement => ({
  ...row,
  doctorName: row.doctorName ?? "",
  hmoCollected: row.methods.find(({ method }) => method === "hmo")?.amount ?? "0.00",
  clinic: less(row.collected, row.share),
});

export async function listClosedStatements(
  clinic: ClinicScope,
  reader: Reader,
  asked: number | undefined,
): Promise<ClosedStatement[]> {
  const isOne = asked !== undefined || statementUser(reader) !== null;
  const doctor = isOne ? await requireDoctor(clinic, reader, asked) : null;
  const rows = await selectClosed(clinic)
    .$if(doctor !== null, (query) => query.where("statements.practitionerId", "=", doctor?.id ?? 0))
    .orderBy("statements.toDay", "desc")
    .orderBy("statements.id", "desc")
    .limit(sql.lit(MOST_CLOSED_STATEMENTS))
    .execute();
  return rows.map(asClosed);
}

async function findClosed(clinic: ClinicScope, reader: Reader, id: number): Promise<ClosedStatement> {
  const whose = statementUser(reader);
  const row = await selectClosed(clinic)
    .where("statements.id", "=", id)
    .$if(whose !== null, (query) => query.where("practitioners.userId", "=", whose as number))
    .executeTakeFirst();
  if (!row) throw notFound("Statement");
  return asClosed(row);
}

export async function readClosedStatement(
  clinic: ClinicScope,
  reader: Reader,
  id: number,
): Promise<Whole<typeof closedStatement>> {
  const closed = await findClosed(clinic, reader, id);
  return { ...closed, days: await readDays(clinic, entriesOf(clinic, id)) };
}

const entriesOf = (clinic: ClinicScope, id: number) =>
  sql`e.clinic_id = ${clinic.id} and e.statement_id = ${id}`;

/**
 * Closes a doctor's statement: assigns it to each entry that it has, and sums these up. Of two concurrent closings the
 * second waits, and finds the days closed.
 */
export function closeStatement(
  clinic: ClinicScope,
  reader: Reader,
  { practitionerId, ...span }: Span & { practitionerId: number },
  now: Date,
): Promise<ClosedStatement> {
  return clinic.transaction(async (joined) => {
    const { from, to } = span;
    if (to > manilaDay(now)) throw invalidField("to", "Choose today or an earlier day");
    const doctor = await requireDoctor(joined, reader, practitionerId);
    await lockInTransaction(joined, "statements");
    const closed = await findOverlap(joined, doctor.id, span);
    if (closed)
      throw new Failure(
        "already_done",
        `${doctor.name} has a closed statement of ${formatDay(closed.from)} to ${formatDay(closed.to)}. Begin on ${formatDay(addDays(closed.to, 1))}.`,
      );
    const { rows: next } = await sql<{ id: number }>`select nextval('klinika_id') as id`.execute(joined.db);
    const id = Number(next[0]?.id);
    const { rows } = await sql<Sums>`
      with e as (
        update statement_entries e set statement_id = ${id} where ${openEntries(joined, doctor.id, span)} returning e.*)
      select e.practitioner_id, p.method, ${sums} from e ${withMethod(clinic.id)} group by e.practitioner_id, p.method`.execute(
      joined.db,
    );
    if (rows.length === 0) throw new Failure("unusable", `Nothing of ${doctor.name} is open on these days.`);
    const { entries, charged, discounts, hmoDue, methods, collected, share } = figuresOf(rows);
    await joined.db
      .insertInto("statements")
      .values({
        id,
        clinicId: joined.id,
        practitionerId: doctor.id,
        fromDay: from,
        toDay: to,
        entries,
        charged,
        discounts,
        hmoDue,
        methods: JSON.stringify(methods),
        collected,
        share,
        closedById: joined.userId,
        closedAt: now.toISOString(),
      })
      .execute();
    return findClosed(joined, reader, id);
  });
}

/** The entries of a statement, closed or not, and what its file is called. */
export async function statementToExport(
  clinic: ClinicScope,
  reader: Reader,
  query: {
    id?: number | undefined;
    practitionerId?: number | undefined;
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<{ entries: RawBuilder<unknown>; name: string }> {
  const { id, practitionerId, from = "", to = "" } = query;
  if (id !== undefined) {
    const closed = await findClosed(clinic, reader, id);
    return { entries: entriesOf(clinic, id), name: nameOf(closed.doctorName, closed) };
  }
  const doctor = await requireDoctor(clinic, reader, practitionerId);
  return { entries: openEntries(clinic, doctor.id, { from, to }), name: nameOf(doctor.name, { from, to }) };
}

const nameOf = (doctor: string, { from, to }: Span) =>
  `statement_${doctor.normalize("NFD").replace(/[^A-Za-z0-9]+/g, "_")}_${from}_${to}.csv`;
