import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";

/** Characters of a text in a list. A diagnosis may have 200,000, and a list a thousand rows. */
export const LISTED_LETTERS = 4000;

/**
 * The bill that a patient's record follows: the latest on which the patient owes something, else the latest one. What an
 * HMO owes is not in it. No row without bills.
 */
export const followedBill = (clinicId: number, patientId: RawBuilder<unknown>) =>
  sql<{ number: string }>`
    select b.number, b.patient_share, b.patient_balance, b.is_overdue from bills b
    where b.clinic_id = ${clinicId} and b.patient_id = ${patientId} and b.voided_at is null
    order by b.patient_balance > 0 desc, b.id desc limit 1`;

type Followed = {
  /** Each column with its value, for the patient `q`. */
  columns: Record<string, RawBuilder<unknown>>;
  /** What the values are read from: a lateral join. */
  source?: (clinic: ClinicScope) => RawBuilder<unknown>;
};

/**
 * The newest consultation with a diagnosis, as everybody may read it. An intake and what was entered in error have none.
 */
const diagnosed = (clinic: ClinicScope) => sql`
  left join lateral (
    select left(c.diagnosis, ${sql.lit(LISTED_LETTERS)}) as words, c.created_at as at,
           (select string_agg(d.code, ' ' order by d.position) from consultation_diagnoses d
            where d.clinic_id = ${clinic.id} and d.consultation_id = c.id) as codes
    from consultations c
    where c.clinic_id = ${clinic.id} and c.patient_id = q.id and c.confidential_to_id is null and c.in_error_at is null
      and c.diagnosis is not null and not c.is_intake
    order by c.created_at desc, c.id desc limit 1) diagnosed on true`;

/** Without any bill the amount is the one typed in the record; when the last bill was voided there is none. */
const ofBill = (value: RawBuilder<unknown>, typed: string) =>
  sql`case when bill.number is not null or q.is_billed then ${value} else ${sql.ref(`q.${typed}`)} end`;

/**
 * What a patient's row repeats of the patient's entries, because a list filters or sorts by it.
 *
 * The last consultation and the follow-up date count confidential entries, which the caller may not see, so a function
 * with its owner's rights reads each.
 */
const parts = {
  bills: {
    columns: {
      amount: ofBill(sql`bill.patient_share`, "amount"),
      payment_status: ofBill(
        sql`case when bill.patient_balance = 0 then 'Paid-Received' when bill.is_overdue then 'Overdue' else 'Pending' end`,
        "payment_status",
      ),
      is_billed: sql`bill.number is not null`,
    },
    source: (clinic) => sql`left join lateral (${followedBill(clinic.id, sql.ref("q.id"))}) bill on true`,
  },
  diagnosis: {
    columns: {
      visit_diagnosis: sql`diagnosed.words`,
      visit_diagnosed_at: sql`diagnosed.at`,
      visit_codes: sql`diagnosed.codes`,
    },
    source: diagnosed,
  },
  lastConsultation: { columns: { last_consultation_at: sql`last_recorded_at(q.id)` } },
  followUp: { columns: { follow_up_date: sql`asked_back_on(q.id)` } },
} satisfies Record<string, Followed>;

export type FollowedPart = keyof typeof parts;

type Change = {
  /** The row gets another version, so that nobody saves over what they have not seen. */
  isNewVersion?: boolean;
  updatedAt?: Date;
};

/**
 * Writes to patients' rows what they repeat of these entries, after the entries were written, in the same transaction.
 * A row that says so already is not changed, nor are its version and time.
 */
export async function followEntries(
  clinic: ClinicScope,
  patientIds: readonly number[],
  followed: readonly FollowedPart[],
  { isNewVersion = false, updatedAt }: Change = {},
): Promise<void> {
  const all: Followed[] = followed.map((part) => parts[part]);
  const columns = all.flatMap((part) => Object.entries(part.columns));
  const names = columns.map(([name]) => sql.id(name));
  const of = (table: string) => sql.join(columns.map(([name]) => sql.ref(`${table}.${name}`)));
  const changed = [
    ...names.map((name) => sql`${name} = followed.${name}`),
    ...(isNewVersion ? [sql`version = p.version + 1`] : []),
    ...(updatedAt ? [sql`updated_at = ${updatedAt.toISOString()}::timestamptz`] : []),
  ];
  // It starts from the patient's row, so that a cluster runs the functions on that row's node.
  await sql`
    with followed as materialized (
      select q.id, ${sql.join(columns.map(([name, value]) => sql`${value} as ${sql.id(name)}`))}
      from patients q ${sql.join(
        all.flatMap(({ source }) => (source ? [source(clinic)] : [])),
        sql` `,
      )}
      where q.clinic_id = ${clinic.id} and q.id = any(${patientIds}::bigint[]))
    update patients p set ${sql.join(changed)} from followed
    where p.clinic_id = ${clinic.id} and p.id = followed.id and (${of("p")}) is distinct from (${of("followed")})`.execute(
    clinic.db,
  );
}
