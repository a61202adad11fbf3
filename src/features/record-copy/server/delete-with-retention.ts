import { type RawBuilder, sql } from "kysely";
import { writeHistory } from "#server/audit/record-history.ts";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { mergedIds } from "#server/database/merged-patients.ts";
import { notifyOwners } from "#server/notifications.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { RETENTION_YEARS } from "#shared/retention.ts";
import { type SealedTable, sealedTables } from "./sealed-tables.ts";

type DeletedBy = Pick<Session, "role" | "firstName" | "lastName" | "ownerUserId">;

/**
 * Deletes a patient with all dependent rows, and stores the record sealed until its retention ends, where the
 * application can write but not read.
 */
export function deleteWithRetention(
  clinic: ClinicScope,
  id: number,
  { now, session }: { now: Date; session: DeletedBy },
): Promise<void> {
  return clinic.transaction(async (joined) => {
    await selectPatient(joined, id)
      .select("id")
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("Patient"));
    // Drawn beforehand, so that a cluster assembles and stores the record on the clinic's node.
    const sealed = await joined.db
      .selectNoFrom(sql<number>`nextval('klinika_id')`.as("id"))
      .executeTakeFirstOrThrow();
    const tables = Object.keys(sealedTables) as SealedTable[];
    const rowsOf = (table: SealedTable) => sql.ref(`${table}.rows`);
    await sql`
      insert into sealed_records (clinic_id, id, patient_id, sealed_by_id, record, file_bytes, retain_until, sealed_at)
      select p.clinic_id, ${sealed.id}, p.id, ${clinic.userId},
             jsonb_build_object('patient', to_jsonb(p),
                                ${sql.join(tables.map((table) => sql`${sql.lit(table)}, ${rowsOf(table)}`))},
                                'photo', (select encode(o.picture, 'base64') from patient_photos o
                                          where o.clinic_id = ${clinic.id} and o.patient_id = p.id)),
             (select coalesce(sum(u.size), 0) from files u where u.clinic_id = ${clinic.id} and u.patient_id = p.id),
             (manila_day(greatest(p.updated_at, ${sql.join(tables.map((table) => sql.ref(`${table}.newest`)))}))
                + make_interval(years => case when ${rowsOf("admissions")} = '[]' then ${RETENTION_YEARS.outpatient}::integer
                                              else ${RETENTION_YEARS.inpatient}::integer end))::date,
             ${now}::timestamptz
      from patients p, ${sql.join(tables.map((table) => lateralRows(clinic, table, now)))}
      where p.clinic_id = ${clinic.id} and p.id = ${id}`
      .execute(joined.db)
      .catch(refuseTooLong);
    const taken = await paymentsTaken(joined, id, now);
    await writeHistory(joined, {
      event: "patient.delete",
      patientId: id,
      ownerUserId: session.ownerUserId,
      entity: "patients",
      entityId: id,
      details: { sealedOn: manilaDay(now) },
    });
    await keepInCounts(joined, id);
    // A trigger demands the sealed record and the line above.
    await joined.db.deleteFrom("patients").where("clinicId", "=", clinic.id).where("id", "=", id).execute();
    for (const named of await mergedIds(joined, id)) await deleteStoredAnswers(joined, named);
    if (taken !== null && session.role !== "owner")
      await notifyOwners(
        joined,
        {
          type: "warning",
          title: "Patient with payments deleted",
          message: `${session.firstName} ${session.lastName} deleted a patient with ${formatMoney(taken.standing)} in payments${centavos(taken.voided) > 0n ? `, and ${formatMoney(taken.voided)} voided in the last ${VOIDS_TOLD_DAYS} days` : ""}. The reports no longer have them; the day's counts keep the amounts.`,
        },
        now,
      );
  });
}

/** Joins a patient's rows of a table as JSON, and the time from which their retention counts. */
function lateralRows(clinic: ClinicScope, table: SealedTable, now: Date): RawBuilder<unknown> {
  const datedBy = sealedTables[table];
  // An admission that is still open is as new as can be.
  const date =
    datedBy === "discharged_at"
      ? sql`coalesce(r.discharged_at, ${now}::timestamptz)`
      : datedBy && sql.ref(`r.${datedBy}`);
  // Without the guardian's record, which may be gone when this one comes back.
  const row = table === "patient_families" ? sql`to_jsonb(r) - 'guardian_patient_id'` : sql`to_jsonb(r)`;
  return sql`lateral (
    select coalesce(jsonb_agg(${row} order by r.id), '[]') as rows, ${date ? sql`max(${date})` : sql`null::timestamptz`} as newest
    from ${sql.table(table)} r where r.clinic_id = ${clinic.id} and r.patient_id = p.id) ${sql.id(table)}`;
}

/** Voids this recent are told with a deletion, for the two together hide what was taken. */
const VOIDS_TOLD_DAYS = 30;

/** The sums of a patient's payments, and of those voided lately, "1250.00"; null when there are none. */
async function paymentsTaken(
  clinic: ClinicScope,
  patientId: number,
  now: Date,
): Promise<{ standing: string; voided: string } | null> {
  const since = addDays(manilaDay(now), -VOIDS_TOLD_DAYS);
  const { rows } = await sql<{ payments: number; standing: string; voided: string }>`
    select count(*)::integer as payments, coalesce(sum(amount) filter (where voided_at is null), 0.00) as standing,
           coalesce(sum(amount) filter (where voided_at is not null), 0.00) as voided
    from payments where clinic_id = ${clinic.id} and patient_id = ${patientId}
      and (voided_at is null or void_day >= ${since}::date)`.execute(clinic.db);
  const [taken] = rows;
  return taken && taken.payments > 0 ? taken : null;
}

/** The cash was counted or has to be: its payments stay as amounts, without patient, bill and words. */
async function keepInCounts(clinic: ClinicScope, patientId: number): Promise<void> {
  await sql`
    update payments set bill_id = null, patient_id = null, reference = null,
                        void_reason = case when voided_at is not null then 'The patient was deleted' end
    where clinic_id = ${clinic.id} and patient_id = ${patientId}`.execute(clinic.db);
}

/** PostgreSQL's program_limit_exceeded: a jsonb value may have 256 MB. */
const beyondJsonb = "54000";

/** @throws Failure when the record's texts together exceed one sealed record */
function refuseTooLong(error: unknown): never {
  if ((error as { code?: unknown }).code !== beyondJsonb) throw error;
  throw new Failure(
    "unusable",
    "This record holds more than 256 MB of text, which is too much to delete. Nothing was deleted. Please archive the patient instead.",
  );
}

/** A repeated idempotency key returns its first response, which must not contain a deleted patient. */
async function deleteStoredAnswers(clinic: ClinicScope, id: number): Promise<void> {
  const gone = { code: "not_found", message: "Patient not found" };
  await clinic.db
    .updateTable("idempotencyKeys")
    .set({ status: 404, answer: JSON.stringify(gone) })
    .where("clinicId", "=", clinic.id)
    .where(
      // All ids come from one sequence, so a response with this id is about the patient, whichever endpoint gave it.
      sql<boolean>`to_jsonb(${id}::bigint) in (answer -> 'id', answer -> 'patientId')`,
    )
    .execute();
}
