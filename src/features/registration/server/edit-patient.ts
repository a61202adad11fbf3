import { sql } from "kysely";
import { typeAppointment } from "#features/appointments/server/type-appointment.ts";
import { lockPatient, refuseBilledAmount } from "#features/billing/server/record-amount.ts";
import { attachFiles, sendsFiles } from "#features/files/server/attach-files.ts";
import type { Patient, PatientChanges } from "#features/patients/contract.ts";
import { takeTurnForNumber } from "#features/patients/server/admission-numbers.ts";
import { changedValues } from "#features/patients/server/custom-values.ts";
import { asPatient, patientColumns } from "#features/patients/server/patient-columns.ts";
import { checkedFields, requireBornBefore, unseenReason } from "#features/patients/server/patient-rules.ts";
import { findPatient, lockFileLists } from "#features/patients/server/queries.ts";
import { withPersonFollowed } from "#features/results/server/follow-person.ts";
import { queueToday } from "#features/visits/server/follow-patient.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { requireDay } from "#server/require-day.ts";
import { yearsAt } from "#shared/clinical/age.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { isSameInstant } from "#shared/formats/instants.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { numberTaken, requireFreeNumber } from "./add-patient.ts";

type Options = {
  now: Date;
  version: number | null;
  /** Whether the caller may read the record. */
  maySee: boolean;
};

/** What results are judged by. */
export const typesPerson = (changes: object): boolean =>
  ["age", "birthday", "sex"].some((field) => field in changes);

/**
 * Changes only the fields that were sent. With `version`, the one that the caller read, it fails with 412 and the
 * current record when another user changed the patient meanwhile.
 */
export async function updatePatient(
  clinic: ClinicScope,
  id: number,
  changes: PatientChanges,
  options: Options,
): Promise<Patient> {
  try {
    const typesAmount = changes.amount !== undefined || changes.paymentStatus !== undefined;
    const { appointmentTime } = changes;
    const comes = changes.patientStatus === "Waiting";
    const isMan = changes.sex === "M";
    const hasDays = Boolean(changes.birthday ?? changes.dateOfAdmission ?? changes.dateOfDischarge);
    const isOfPerson = typesPerson(changes);
    const { admissionNo } = changes;
    const isPlain =
      !sendsFiles(changes) && !typesAmount && !comes && !isOfPerson && !hasDays && admissionNo === undefined;
    if (isPlain && appointmentTime === undefined) return await updateRow(clinic, id, changes, options);
    return await clinic.transaction(async (joined) => {
      if (admissionNo !== undefined) {
        await takeTurnForNumber(joined, options.now);
        await requireFreeNumber(joined, admissionNo, { of: id, now: options.now });
      }
      if (isMan) await requireNotPregnant(joined, id, options);
      if (hasDays) await requireDaysInOrder(joined, id, changes, options);
      if (appointmentTime) await requireAppointmentAhead(joined, id, appointmentTime, options.now);
      const isBack = comes && !(await isWaiting(joined, id));
      const stored = sendsFiles(changes) && (await lockFileLists(joined, id));
      const update = () => (typesAmount ? updateWithAmount : updateRow)(joined, id, changes, options);
      const patient = await (isOfPerson ? withPersonFollowed(joined, [id], options.now, update) : update());
      if (stored) await attachFiles(joined, id, { sent: changes, stored, now: options.now });
      if (appointmentTime === undefined && !isBack) return patient;
      if (appointmentTime !== undefined) await typeAppointment(joined, id, appointmentTime, options.now);
      if (isBack) await queueToday(joined, id, options.now);
      return findPatient(joined, id, manilaDay(options.now));
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "patients_admission_no_key")
      throw await numberTaken(clinic, options.now);
    // By the message: a cluster does not report the constraint that a trigger on a worker names.
    if ((error as Error).message === "the allergies in words are too long")
      throw invalidField(
        "allergies",
        "Together with the recorded allergies this is longer than 2,000 characters. Shorten it.",
      );
    throw error;
  }
}

/** A man's record has no open pregnancy. The row stays locked, as when a pregnancy is recorded. */
async function requireNotPregnant(clinic: ClinicScope, id: number, { maySee }: Options): Promise<void> {
  const { rows } = await sql<{ sex: string | null }>`
    select sex from patients where clinic_id = ${clinic.id} and id = ${id} for no key update`.execute(
    clinic.db,
  );
  if (rows[0]?.sex !== "F") return;
  const open = await clinic.db
    .selectFrom("pregnancies")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .where("state", "=", sql.lit("open"))
    .executeTakeFirst();
  if (open)
    throw invalidField(
      "sex",
      maySee
        ? "A pregnancy is open. Record how it ended, or that it was a mistake, before you change the sex."
        : unseenReason("sex"),
    );
}

/**
 * Neither is a birthday moved behind what is recorded, nor an admission before it or into an earlier stay, nor a discharge
 * before its admission. The row stays locked.
 */
async function requireDaysInOrder(
  clinic: ClinicScope,
  id: number,
  changes: PatientChanges,
  { now, maySee }: Options,
): Promise<void> {
  const before = await selectPatient(clinic, id)
    .select(["birthday", "dateOfAdmission", "admissionStatus"])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return;
  const { birthday = before.birthday, dateOfAdmission, admissionStatus = "Admitted" } = changes;
  if (birthday && birthday !== before.birthday) await requireBornBefore(clinic, id, birthday, maySee);
  const isNewAdmission = dateOfAdmission && dateOfAdmission !== before.dateOfAdmission;
  if (isNewAdmission && admissionStatus === "Admitted")
    requireDay("admission", dateOfAdmission, "dateOfAdmission", { today: manilaDay(now), birthday });
  const { admissionStatus: becomes = before.admissionStatus, dateOfDischarge } = changes;
  if (isNewAdmission && becomes === "Admitted")
    await requireAfterStays(clinic, id, dateOfAdmission, {
      isDischarged: before.admissionStatus === "Discharged",
      maySee,
    });
  if (dateOfDischarge && becomes === "Discharged") {
    requireDay("discharge", dateOfDischarge, "dateOfDischarge", { today: manilaDay(now), birthday });
    await requireAfterAdmission(clinic, id, dateOfDischarge, { was: before.admissionStatus, maySee });
  }
}

/** Of a patient who is registered as discharged only now the stay is that day alone, after the earlier ones. */
async function requireAfterAdmission(
  clinic: ClinicScope,
  id: number,
  day: string,
  { was, maySee }: { was: string; maySee: boolean },
): Promise<void> {
  const last = await clinic.db
    .selectFrom("admissions")
    .select(["admittedAt", "dischargedAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (!last) return;
  const { admittedAt, dischargedAt } = last;
  const isNew = was === "Outpatient" && dischargedAt !== null;
  const from = isNew ? manilaDay(new Date(dischargedAt)) : admittedAt;
  if (day >= from) return;
  const words = isNew ? "There was a stay until" : "The patient was admitted on";
  throw invalidField(
    "dateOfDischarge",
    maySee
      ? `${words} ${formatDay(from)}. Enter that day or a later one.`
      : unseenReason("date of discharge"),
  );
}

/** A patient cannot be in two stays on a day, but may leave and come back on it. */
async function requireAfterStays(
  clinic: ClinicScope,
  id: number,
  from: string,
  { isDischarged, maySee }: { isDischarged: boolean; maySee: boolean },
): Promise<void> {
  const stays = await clinic.db
    .selectFrom("admissions")
    .select(["admittedAt", "dischargedAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .where("dischargedAt", "is not", null)
    .orderBy("id", "desc")
    .execute();
  // The discharge from it was a mistake: that stay goes on.
  if (isDischarged && stays[0]?.admittedAt === from) stays.shift();
  for (const { admittedAt, dischargedAt } of stays) {
    const until = manilaDay(new Date(dischargedAt ?? ""));
    if (from < until)
      throw invalidField(
        "dateOfAdmission",
        maySee
          ? `There was a stay from ${formatDay(admittedAt)} to ${formatDay(until)}. Enter a date from its last day on.`
          : unseenReason("date of admission"),
      );
  }
}

/** A form may send back the stored appointment, which may be over. The row stays locked. */
async function requireAppointmentAhead(
  clinic: ClinicScope,
  id: number,
  typed: string,
  now: Date,
): Promise<void> {
  const stored = await selectPatient(clinic, id)
    .select("appointmentTime")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!isSameInstant(typed, stored?.appointmentTime ?? null))
    requireDay("appointment", manilaDay(new Date(typed)), "appointmentTime", { today: manilaDay(now) });
}

/** Whether the patient's status is Waiting already. The row stays locked, as by Done. */
async function isWaiting(clinic: ClinicScope, id: number): Promise<boolean> {
  const stored = await selectPatient(clinic, id).select("patientStatus").forUpdate().executeTakeFirst();
  return stored === undefined || stored.patientStatus === "Waiting";
}

/** The amount of a patient with bills comes from the bills: only the stored one is accepted. */
async function updateWithAmount(
  clinic: ClinicScope,
  id: number,
  changes: PatientChanges,
  options: Options,
): Promise<Patient> {
  const before = await lockPatient(clinic, id);
  if (!before.isBilled) return updateRow(clinic, id, changes, options);
  const { amount, paymentStatus, ...others } = changes;
  const patient = await updateRow(clinic, id, others, options);
  await refuseBilledAmount(clinic, id, withoutUndefined({ amount, paymentStatus }), before);
  return patient;
}

async function updateRow(
  clinic: ClinicScope,
  id: number,
  changes: PatientChanges,
  { now, version, maySee }: Options,
): Promise<Patient> {
  const today = manilaDay(now);
  const { customFields: sentValues, ...fields } = withoutUndefined(checkedFields(changes, now));
  const typed = fields.age === undefined ? {} : await typedAge(clinic, id, fields.age, today);
  const customFields = sentValues && (await changedValues(clinic, id, sentValues, maySee));
  let update = clinic.db
    .updateTable("patients")
    .set({
      ...fields,
      ...typed,
      ...stayFields(fields, today),
      ...(fields.appointmentTime && newVisitFields(fields.appointmentTime)),
      ...((fields.preopDiagnosis !== undefined || fields.postopDiagnosis !== undefined) && {
        ownDiagnosedAt: now.toISOString(),
      }),
      ...(customFields && {
        customFields: sql<string>`(custom_fields || ${JSON.stringify(customFields.values)}::jsonb) - ${customFields.emptied}::text[]`,
      }),
      ...changedNow(now),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id);
  if (version !== null) update = update.where("version", "=", version);
  const row = await update.returning(patientColumns).executeTakeFirst();
  if (row) return asPatient(row, today);
  const current = await findPatient(clinic, id, today);
  throw new Failure("changed_meanwhile", "Someone else changed this patient.", { current });
}

/** Whoever sends the age back as it was answered has not told another: it keeps its day. */
async function typedAge(clinic: ClinicScope, id: number, age: number | null, today: string) {
  const stored = await selectPatient(clinic, id).select(["age", ageTold()]).forUpdate().executeTakeFirst();
  const isSame = stored?.ageTold && yearsAt(stored, today) === age;
  return isSame ? { age: stored.age } : { age, ageToldOn: age ? today : null };
}

type StayFields = Pick<
  PatientChanges,
  "admissionStatus" | "roomNumber" | "dateOfAdmission" | "dateOfDischarge"
>;

/**
 * A room and a date belong to an admission, and a day of discharge to a discharge: with any other status they are cleared,
 * not refused. Without a date both are today's, as the row in `admissions` says.
 */
const stayFields = (fields: StayFields, today: string) => ({
  ...admissionFields(fields, today),
  ...dischargeField(fields, today),
});

function dischargeField({ admissionStatus, dateOfDischarge }: StayFields, today: string) {
  if (admissionStatus !== undefined && admissionStatus !== "Discharged") return { dateOfDischarge: null };
  if (admissionStatus === undefined && dateOfDischarge === undefined) return {};
  // Cleared while discharged, the stored day stays.
  if (admissionStatus === undefined)
    return {
      dateOfDischarge: dateOfDischarge
        ? sql<string | null>`case when admission_status = 'Discharged' then ${dateOfDischarge}::date end`
        : sql<string | null>`date_of_discharge`,
    };
  return {
    dateOfDischarge:
      dateOfDischarge ??
      sql<
        string | null
      >`case when admission_status = 'Discharged' then date_of_discharge else ${today}::date end`,
  };
}

function admissionFields({ admissionStatus, roomNumber, dateOfAdmission }: StayFields, today: string) {
  if (admissionStatus === "Admitted" && dateOfAdmission) return {};
  if (admissionStatus === "Admitted") {
    const stored = dateOfAdmission === undefined ? sql`date_of_admission` : sql`null::date`;
    return {
      dateOfAdmission: sql<
        string | null
      >`case when admission_status = 'Admitted' then ${stored} else ${today}::date end`,
    };
  }
  if (admissionStatus !== undefined) return { roomNumber: null, dateOfAdmission: null };
  return {
    ...(roomNumber && {
      roomNumber: sql<string | null>`case when admission_status = 'Admitted' then ${roomNumber}::text end`,
    }),
    ...(dateOfAdmission && {
      dateOfAdmission: sql<
        string | null
      >`case when admission_status = 'Admitted' then ${dateOfAdmission}::date end`,
    }),
  };
}

/** A new appointment starts a visit: on its day the patient is on today's list again. */
function newVisitFields(appointmentTime: string) {
  const isNew = sql<boolean>`appointment_time is distinct from ${appointmentTime}::timestamptz`;
  return {
    consultationStatus: sql<string>`case when ${isNew} then 'pending' else consultation_status end`,
  };
}
