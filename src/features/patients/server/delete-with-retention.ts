import { sql } from "kysely";
import { writeHistory } from "#server/audit/record-history.ts";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { mergedIds } from "#server/database/merged-patients.ts";
import { notifyOwners } from "#server/notifications.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { RETENTION_YEARS } from "#shared/retention.ts";

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
    const locked = await joined.db
      .selectFrom("patients")
      .select("id")
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw notFound("Patient");
    // Drawn beforehand, so that a cluster assembles and stores the record on the clinic's node.
    const sealed = await joined.db
      .selectNoFrom(sql<number>`nextval('klinika_id')`.as("id"))
      .executeTakeFirstOrThrow();
    await sql`
      insert into sealed_records (clinic_id, id, patient_id, sealed_by_id, record, file_bytes, retain_until, sealed_at)
      select p.clinic_id, ${sealed.id}, p.id, ${clinic.userId},
             jsonb_build_object('patient', to_jsonb(p), 'consultations', consultations.kept,
                                'prescriptions', prescriptions.kept, 'admissions', admissions.kept,
                                'consultation_addenda', addenda.kept,
                                'consultation_diagnoses', diagnoses.kept, 'consultation_records', histories.kept,
                                'files', files.kept, 'visits', visits.kept,
                                'allergies', allergies.kept, 'problems', problems.kept,
                                'medicines', medicines.kept, 'medicine_stops', stops.kept, 'alerts', alerts.kept,
                                'bills', bills.kept, 'payments', payments.kept,
                                'appointments', appointments.kept, 'recalls', recalls.kept,
                                'reminder_consents', consents.kept, 'reminders', reminders.kept,
                                'results', results.kept, 'clinic_papers', papers.kept,
                                'requested_items', items.kept,
                                'immunizations', immunizations.kept, 'pregnancies', pregnancies.kept,
                                'patient_families', families.kept,
                                'referrals', referrals.kept,
                                'photo', (select encode(o.picture, 'base64') from patient_photos o
                                          where o.clinic_id = ${clinic.id} and o.patient_id = p.id)),
             files.bytes,
             (manila_day(greatest(p.updated_at, consultations.newest, prescriptions.newest, admissions.newest,
                                 addenda.newest, histories.newest, files.newest, visits.newest, bills.newest,
                                 results.newest, papers.newest, immunizations.newest, pregnancies.newest, families.newest, allergies.newest, problems.newest, medicines.newest, stops.newest, alerts.newest))
                + make_interval(years => case when admissions.kept = '[]' then ${RETENTION_YEARS.outpatient}::integer
                                              else ${RETENTION_YEARS.inpatient}::integer end))::date,
             ${now}::timestamptz
      from patients p,
        lateral (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') as kept, max(c.created_at) as newest
                 from consultations c where c.clinic_id = ${clinic.id} and c.patient_id = p.id) consultations,
        lateral (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') as kept, max(r.created_at) as newest
                 from prescriptions r where r.clinic_id = ${clinic.id} and r.patient_id = p.id) prescriptions,
        lateral (select coalesce(jsonb_agg(to_jsonb(d) order by d.id), '[]') as kept, max(d.created_at) as newest
                 from consultation_addenda d where d.clinic_id = ${clinic.id} and d.patient_id = p.id) addenda,
        lateral (select coalesce(jsonb_agg(to_jsonb(x) order by x.id), '[]') as kept
                 from consultation_diagnoses x where x.clinic_id = ${clinic.id} and x.patient_id = p.id) diagnoses,
        lateral (select coalesce(jsonb_agg(to_jsonb(h) order by h.id), '[]') as kept, max(h.updated_at) as newest
                 from consultation_records h where h.clinic_id = ${clinic.id} and h.patient_id = p.id) histories,
        lateral (select coalesce(jsonb_agg(to_jsonb(v) order by v.id), '[]') as kept, max(v.updated_at) as newest
                 from visits v where v.clinic_id = ${clinic.id} and v.patient_id = p.id) visits,
        lateral (select coalesce(jsonb_agg(to_jsonb(g) order by g.id), '[]') as kept, max(g.updated_at) as newest
                 from allergies g where g.clinic_id = ${clinic.id} and g.patient_id = p.id) allergies,
        lateral (select coalesce(jsonb_agg(to_jsonb(q) order by q.id), '[]') as kept, max(q.updated_at) as newest
                 from problems q where q.clinic_id = ${clinic.id} and q.patient_id = p.id) problems,
        lateral (select coalesce(jsonb_agg(to_jsonb(n) order by n.id), '[]') as kept, max(n.updated_at) as newest
                 from medicines n where n.clinic_id = ${clinic.id} and n.patient_id = p.id) medicines,
        lateral (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') as kept, max(e.updated_at) as newest
                 from medicine_stops e where e.clinic_id = ${clinic.id} and e.patient_id = p.id) stops,
        lateral (select coalesce(jsonb_agg(to_jsonb(w) order by w.id), '[]') as kept, max(w.updated_at) as newest
                 from alerts w where w.clinic_id = ${clinic.id} and w.patient_id = p.id) alerts,
        lateral (select coalesce(jsonb_agg(to_jsonb(b) order by b.id), '[]') as kept, max(b.updated_at) as newest
                 from bills b where b.clinic_id = ${clinic.id} and b.patient_id = p.id) bills,
        lateral (select coalesce(jsonb_agg(to_jsonb(y) order by y.id), '[]') as kept
                 from payments y where y.clinic_id = ${clinic.id} and y.patient_id = p.id) payments,
        lateral (select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') as kept
                 from appointments t where t.clinic_id = ${clinic.id} and t.patient_id = p.id) appointments,
        lateral (select coalesce(jsonb_agg(to_jsonb(l) order by l.id), '[]') as kept
                 from recalls l where l.clinic_id = ${clinic.id} and l.patient_id = p.id) recalls,
        lateral (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') as kept
                 from reminder_consents s where s.clinic_id = ${clinic.id} and s.patient_id = p.id) consents,
        lateral (select coalesce(jsonb_agg(to_jsonb(m) order by m.id), '[]') as kept
                 from reminders m where m.clinic_id = ${clinic.id} and m.patient_id = p.id) reminders,
        lateral (select coalesce(jsonb_agg(to_jsonb(w) order by w.id), '[]') as kept, max(w.updated_at) as newest
                 from results w where w.clinic_id = ${clinic.id} and w.patient_id = p.id) results,
        lateral (select coalesce(jsonb_agg(to_jsonb(w) order by w.id), '[]') as kept, max(w.created_at) as newest
                 from clinic_papers w where w.clinic_id = ${clinic.id} and w.patient_id = p.id) papers,
        lateral (select coalesce(jsonb_agg(to_jsonb(w) order by w.id), '[]') as kept
                 from requested_items w where w.clinic_id = ${clinic.id} and w.patient_id = p.id) items,
        lateral (select coalesce(jsonb_agg(to_jsonb(i) order by i.id), '[]') as kept, max(i.updated_at) as newest
                 from immunizations i where i.clinic_id = ${clinic.id} and i.patient_id = p.id) immunizations,
        lateral (select coalesce(jsonb_agg(to_jsonb(z) order by z.id), '[]') as kept, max(z.updated_at) as newest
                 from pregnancies z where z.clinic_id = ${clinic.id} and z.patient_id = p.id) pregnancies,
        -- Without the guardian's record, which may be gone when this one comes back.
        lateral (select coalesce(jsonb_agg(to_jsonb(k) - 'guardian_patient_id' order by k.id), '[]') as kept, max(k.updated_at) as newest
                 from patient_families k where k.clinic_id = ${clinic.id} and k.patient_id = p.id) families,
        lateral (select coalesce(jsonb_agg(to_jsonb(f) order by f.id), '[]') as kept
                 from referrals f where f.clinic_id = ${clinic.id} and f.patient_id = p.id) referrals,
        lateral (select coalesce(jsonb_agg(to_jsonb(u) order by u.id), '[]') as kept, max(u.uploaded_at) as newest,
                        coalesce(sum(u.size), 0) as bytes
                 from files u where u.clinic_id = ${clinic.id} and u.patient_id = p.id) files,
        lateral (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') as kept,
                        max(coalesce(a.discharged_at, ${now}::timestamptz)) as newest
                 from admissions a where a.clinic_id = ${clinic.id} and a.patient_id = p.id) admissions
      where p.clinic_id = ${clinic.id} and p.id = ${id}`
      .execute(joined.db)
      .catch(refuseTooLong);
    const taken = await paymentsTaken(joined, id);
    await joined.db.deleteFrom("patients").where("clinicId", "=", clinic.id).where("id", "=", id).execute();
    for (const named of await mergedIds(joined, id)) await deleteStoredAnswers(joined, named);
    await writeHistory(joined, {
      event: "patient.delete",
      patientId: id,
      ownerUserId: session.ownerUserId,
      entity: "patients",
      entityId: id,
      held: { sealedOn: manilaDay(now) },
    });
    if (taken !== null && session.role !== "owner")
      await notifyOwners(
        joined,
        {
          type: "warning",
          title: "Patient with payments deleted",
          message: `${session.firstName} ${session.lastName} deleted a patient with ${formatMoney(taken)} in payments, which no longer count in the reports or in today's count.`,
        },
        now,
      );
  });
}

/** The sum of a patient's payments that were not voided, "1250.00"; null when there are none. */
async function paymentsTaken(clinic: ClinicScope, patientId: number): Promise<string | null> {
  const { taken } = await clinic.db
    .selectFrom("payments")
    .select((eb) => eb.fn.sum<string | null>("amount").as("taken"))
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("voidedAt", "is", null)
    .executeTakeFirstOrThrow();
  return taken;
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
