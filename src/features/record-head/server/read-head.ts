import { sql } from "kysely";
import { guardianOf } from "#features/households/server/read-household.ts";
import type { RecordHead } from "#features/record-head/contract.ts";
import { daysOfVisits } from "#features/timeline/server/visit-days.ts";
import type { Visit } from "#features/visits/contract.ts";
import { asVisit, selectVisits } from "#features/visits/server/visit-rows.ts";
import { statesWhileOpen, visitIn } from "#features/visits/visit-of-day.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { isDoctorsNote } from "#server/patient/entries-in-error.ts";
import { plannedMedicines } from "#shared/clinical/plan-line.ts";
import { plannedTests } from "#shared/clinical/planned-tests.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";

/** The queries are sent together, in one round trip to the database. */
export async function readHead(clinic: ClinicScope, patientId: number, now: Date): Promise<RecordHead> {
  const today = manilaDay(now);
  const { start } = manilaDayRange(today);
  const [figures, ofToday, note, written] = await Promise.all([
    readFigures(clinic, patientId, start),
    visitsOf(clinic, patientId, today),
    findNote(clinic, patientId, start),
    readWritten(clinic, patientId, start),
  ]);
  if (!figures) throw notFound("Patient");
  const { visits, firstVisit, hasVitalsStep, hasPaymentStep, results, newResults } = figures;
  const { files, papers, bills, appointments, family } = figures;
  const { discountKind, discountIdNumber, hmoCompany, hmoValidUntil } = figures;
  const guardian = guardianOf(figures);
  return {
    visits,
    firstVisit,
    hasVitalsStep,
    hasPaymentStep,
    results,
    newResults,
    files,
    papers,
    bills,
    appointments,
    family,
    visit: visitIn(ofToday, today, statesWhileOpen) ?? ofToday[0] ?? null,
    guardian: guardian && { name: guardian.name, relation: guardian.relation, phone: guardian.phone },
    isWritten: note !== undefined,
    owed: owedOf(note?.treatment ?? "", written),
    discount:
      discountKind === "senior" || discountKind === "pwd"
        ? { kind: discountKind, idNumber: discountIdNumber }
        : null,
    hmo: hmoCompany === null ? null : { company: hmoCompany, validUntil: hmoValidUntil },
  };
}

/** Of a day, newest first. */
async function visitsOf(clinic: ClinicScope, patientId: number, day: string): Promise<Visit[]> {
  const rows = await selectVisits(clinic)
    .where("visits.patientId", "=", patientId)
    .where("visits.day", "=", day)
    .orderBy("visits.id", "desc")
    .execute();
  return rows.map(asVisit);
}

/** The doctor's last one since an instant. */
const findNote = (clinic: ClinicScope, patientId: number, since: Date) =>
  clinic.db
    .selectFrom("consultations")
    .select("treatment")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("createdAt", ">=", since.toISOString())
    .where(isDoctorsNote)
    .where("inErrorAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();

/** What was written since an instant and not withdrawn. */
const readWritten = async (clinic: ClinicScope, patientId: number, since: Date): Promise<Set<string>> => {
  const ofPatient = sql`clinic_id = ${clinic.id} and patient_id = ${patientId} and created_at >= ${since.toISOString()} and withdrawn_at is null`;
  const { rows } = await sql<{ kind: string }>`
    select 'prescription' as kind from prescriptions where ${ofPatient}
    union all select kind from clinic_papers where ${ofPatient}`.execute(clinic.db);
  return new Set(rows.map(({ kind }) => kind));
};

const owedOf = (plan: string, written: ReadonlySet<string>): RecordHead["owed"] =>
  [
    ...(plannedMedicines(plan).length > 0 ? (["prescription"] as const) : []),
    ...plannedTests(plan).map(({ kind }) => kind),
  ].filter((kind) => !written.has(kind));

type Figures = Omit<RecordHead, "visit" | "isWritten" | "owed" | "guardian" | "discount" | "hmo"> &
  Parameters<typeof guardianOf>[0] & {
    discountKind: string | null;
    discountIdNumber: string | null;
    hmoCompany: string | null;
    hmoValidUntil: string | null;
  };

async function readFigures(
  clinic: ClinicScope,
  patientId: number,
  startOfToday: Date,
): Promise<Figures | undefined> {
  const own = sql`clinic_id = ${clinic.id} and patient_id = ${patientId}`;
  const { rows } = await sql<Figures>`
    select v.visits, v.first_visit,
      c.queue_has_vitals as has_vitals_step, c.queue_has_payment as has_payment_step,
      f.guardian_name, f.guardian_relation, f.guardian_phone, f.guardian_patient_id,
      g.patient_name as linked_name, g.contact_number as linked_phone,
      d.discount_kind, d.discount_id_number, h.hmo_company, h.hmo_valid_until,
      r.results, r.new_results,
      (select count(*)::integer from files where ${own} and removed_at is null)
        + (select count(*)::integer from prescriptions where ${own}) as files,
      (select count(*)::integer from clinic_papers where ${own}) as papers,
      (select count(*)::integer from bills where ${own}) as bills,
      (select count(*)::integer from appointments where ${own} and state = 'booked'
        and starts_at >= ${startOfToday.toISOString()}) as appointments,
      coalesce((f.kin_name is not null)::integer
        + (f.guardian_name is not null or f.guardian_patient_id is not null)::integer
        + (select count(*)::integer from patient_families o where o.clinic_id = f.clinic_id
            and o.household_id = f.household_id and o.patient_id <> f.patient_id), 0) as family
    from patients p
    join clinics c on c.id = p.clinic_id
    cross join lateral (
      select count(*)::integer as visits, min(day) as first_visit
      from ${daysOfVisits(clinic, patientId)} days where counts) v
    cross join lateral (
      select count(*)::integer as results, count(*) filter (where created_at > since.last)::integer as new_results
      from results cross join (select coalesce(max(created_at), '-infinity') as last from consultations
        where ${own} and ${isDoctorsNote} and in_error_at is null) since
      where ${own} and result_state <> 'entered_in_error') r
    left join patient_families f on f.clinic_id = p.clinic_id and f.patient_id = p.id
    left join patients g on g.clinic_id = f.clinic_id and g.id = f.guardian_patient_id
    left join lateral (
      select discount_kind, discount_id_number from bills
      where ${own} and voided_at is null and discount_kind in ('senior', 'pwd')
      order by id desc limit 1) d on true
    left join lateral (
      select hmo_company, hmo_valid_until from bills
      where ${own} and voided_at is null and hmo_company is not null order by id desc limit 1) h on true
    where p.clinic_id = ${clinic.id} and p.id = ${patientId}`.execute(clinic.db);
  return rows[0];
}
