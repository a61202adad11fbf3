import { sql } from "kysely";
import type { Recall, RecallDraft, RecallOutcome } from "#features/appointments/contract.ts";
import { requireDayOf } from "#features/patients/server/patient-rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { isInError } from "#server/patient/entries-in-error.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isOfSeveral } from "#server/practitioners.ts";
import { type AgeSource, yearsAt } from "#shared/clinical/age.ts";
import { addDays, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { lastDoctorOf } from "./appointment-rows.ts";

/** Days. */
const LOOKS_BACK = 90;
const LOOKS_AHEAD = 7;
const mostListed = 200;

type Row = {
  patientId: number;
  patientName: string;
  admissionNo: string;
  birthday: string | null;
  ageTold: AgeSource["ageTold"];
  sex: "M" | "F" | null;
  contactNumber: string | null;
  practitionerId: number;
  isOfSeveral: boolean;
  dueDay: string;
  kind: "follow_up" | "missed";
  diagnosis: string | null;
  tries: number;
  lastOutcome: RecallOutcome | null;
  lastNote: string | null;
  lastTriedAt: string | null;
};

/**
 * Patients whose latest consultation asked them to return, or who missed their appointment, and who have neither come
 * since nor have a future appointment. The latest due first.
 */
export async function listRecalls(
  clinic: ClinicScope,
  now: Date,
  { practitionerId }: { practitionerId?: number | undefined } = {},
): Promise<Recall[]> {
  const today = manilaDay(now);
  const { start } = manilaDayRange(today);
  const { rows } = await sql<Row>`
    with due as (
      select distinct on (patient_id) patient_id, due_day, kind
      from (select d.id as patient_id, d.follow_up_date as due_day, 'follow_up' as kind, 'infinity'::timestamptz as since
            from patients d
            where d.clinic_id = ${clinic.id} and not d.is_archived
              and d.follow_up_date between ${addDays(today, -LOOKS_BACK)}::date and ${addDays(today, LOOKS_AHEAD)}::date
            union all
            select v.patient_id, v.day, 'missed', least(v.appointment_at, v.closed_at)
            from visits v
            where v.clinic_id = ${clinic.id} and v.state = 'no_show' and v.appointment_at is not null
              and v.day between ${addDays(today, -LOOKS_BACK)}::date and ${addDays(today, -1)}::date) as asked
      where not exists (select from consultations l where l.clinic_id = ${clinic.id} and l.patient_id = asked.patient_id and l.created_at > asked.since
                        and not ${isInError("l")})
        and not exists (select from visits o where o.clinic_id = ${clinic.id} and o.patient_id = asked.patient_id
                        and (o.appointment_at >= ${start.toISOString()}::timestamptz and o.state = 'booked'
                             or coalesce(o.arrived_at, o.closed_at) >= asked.since and o.state not in ('booked', 'no_show', 'cancelled')))
      order by patient_id, due_day desc)
    select d.patient_id as "patientId", p.patient_name as "patientName", p.admission_no as "admissionNo", p.birthday, ${ageTold("p").expression} as "ageTold", p.sex,
           p.contact_number as "contactNumber", s.several as "isOfSeveral",
           w.id as "practitionerId", d.due_day as "dueDay", d.kind,
           coalesce(p.visit_diagnosis, p.preop_diagnosis) as diagnosis,
           coalesce(t.tries, 0) as tries, r.outcome as "lastOutcome", r.note as "lastNote", r.created_at as "lastTriedAt"
    from due d
    cross join (select ${isOfSeveral(clinic)} as several) s
    cross join lateral (select case when s.several then ${lastDoctorOf(clinic, sql`d.patient_id`)} end as id) w
    join patients p on p.clinic_id = ${clinic.id} and p.id = d.patient_id and not p.is_archived
    left join lateral (select count(*)::integer as tries from recalls where clinic_id = ${clinic.id} and patient_id = d.patient_id and due_day = d.due_day
                         and outcome in ('called', 'no_answer')) t on true
    left join lateral (select outcome, note, created_at from recalls
                       where clinic_id = ${clinic.id} and patient_id = d.patient_id and due_day = d.due_day order by id desc limit 1) r on true
    where r.outcome is distinct from 'done' and (not s.several or w.id = coalesce(${practitionerId ?? null}::bigint, w.id))
    order by d.due_day desc, d.patient_id
    limit ${sql.lit(mostListed)}`.execute(clinic.db);
  return rows.map(({ birthday, ageTold: told, practitionerId: seenBy, isOfSeveral: several, ...row }) => ({
    ...row,
    ...(several && { practitionerId: seenBy }),
    birthday,
    age: yearsAt({ birthday, ageTold: told }, today),
  }));
}

export async function insertRecall(clinic: ClinicScope, draft: RecallDraft, now: Date) {
  const { patientId, dueDay, outcome, note = null } = draft;
  return clinic.transaction(async (joined) => {
    await requirePatient(joined, patientId);
    await requireDayOf(joined, patientId, now, { field: "recall", day: dueDay, name: "dueDay" });
    return joined.db
      .insertInto("recalls")
      .values({
        clinicId: joined.id,
        patientId,
        dueDay,
        outcome,
        note,
        createdById: joined.userId,
        createdAt: now.toISOString(),
      })
      .returning(["id", "patientId", "dueDay", sql<RecallOutcome>`outcome`.as("outcome")])
      .executeTakeFirstOrThrow();
  });
}
