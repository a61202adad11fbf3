import { type RawBuilder, sql } from "kysely";
import type { EnteredInError } from "#features/consultations/contract.ts";
import type { EntryMark, MarkedEntry } from "#features/consultations/entries-in-error-contract.ts";
import { isConsultation } from "#features/consultations/rules.ts";
import { markWithDoctor, unmarkWithDoctor } from "#features/visits/server/follow-patient.ts";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { answeringDoctor } from "#server/paper-doctor.ts";
import { isDoctorsNote, markOf } from "#server/patient/entries-in-error.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { lockPatient } from "#server/patient/patient-rows.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { answersFor } from "#shared/who-answers.ts";
import { followMark, withdrawComplaint } from "./follow-mark.ts";
import { followQueue } from "./mark-vital-signs.ts";

type Entry = {
  table: string;
  /** The column of its author. */
  writer: string;
  /** The account of its doctor, if it has one. */
  doctor: (clinic: ClinicScope) => RawBuilder<number | null>;
  /** In the 404 message. */
  name: string;
};

const entries = {
  consultation: {
    table: "consultations",
    writer: "secretary_id",
    // Vital signs alone and an intake are the desk's, whichever doctor the row names.
    doctor: (clinic) =>
      sql`case when ${isDoctorsNote} then ${answeringDoctor(clinic, "practitioner_id")} end`,
    name: "Consultation",
  },
  addendum: {
    table: "consultation_addenda",
    writer: "author_id",
    doctor: (clinic) => sql`(
      select ${answeringDoctor(clinic, "seen.practitioner_id")} from consultations seen
      where seen.clinic_id = ${clinic.id} and seen.id = consultation_addenda.consultation_id)`,
    name: "Addendum",
  },
  // Several write at it, one after the other.
  fullHistory: {
    table: "consultation_records",
    writer: "written_by_id",
    doctor: () => sql`null::bigint`,
    name: "Full history",
  },
} as const satisfies Record<MarkedEntry, Entry>;

type Author = Pick<Session, "userId" | "role">;
type Marked = { entry: MarkedEntry; entryId: number; enteredInError: EnteredInError | null };
/** The mark's columns: when, by whom and why, or null to take it off. */
type Mark = { at: string; by: number; reason: string } | null;

/**
 * Marks an entry as entered in error, or takes the mark off. What recording it changed follows, as far as the stored
 * rows tell: diagnosis and complaint in the patient's record, last visit, follow-up date, and the
 * queue of today. Repeating it changes nothing, so that of two people who mark the same entry the first is named.
 */
export function setInError(
  clinic: ClinicScope,
  patientId: number,
  sent: EntryMark,
  { session, now }: { session: Author; now: Date },
): Promise<Marked> {
  const { entry, entryId } = sent;
  return clinic.transaction(async (joined) => {
    const isMarked = await lockEntry(joined, patientId, sent, session);
    const mark =
      sent.state === "entered_in_error"
        ? { at: now.toISOString(), by: joined.userId, reason: sent.reason }
        : null;
    if (isMarked !== (mark !== null)) {
      if (entry === "consultation") await markConsultation(joined, patientId, entryId, { mark, now });
      else if (entry === "addendum") await markAddendum(joined, entryId, mark);
      else await markFullHistory(joined, entryId, mark);
    }
    return { entry, entryId, enteredInError: await findMark(joined, entry, entryId) };
  });
}

/** Locks the patient, then the entry. Returns whether it is marked. */
async function lockEntry(
  clinic: ClinicScope,
  patientId: number,
  { entry, entryId }: EntryMark,
  session: Author,
): Promise<boolean> {
  const { table, writer, doctor, name } = entries[entry];
  await lockPatient(clinic, patientId);
  const { rows } = await sql<{ authorId: number | null; doctorId: number | null; isMarked: boolean }>`
    select ${sql.ref(writer)} as "authorId", ${doctor(clinic)} as "doctorId", in_error_at is not null as "isMarked" from ${sql.table(table)}
    where clinic_id = ${clinic.id} and patient_id = ${patientId} and id = ${entryId} for update`.execute(
    clinic.db,
  );
  const [row] = rows;
  if (!row) throw notFound(name);
  if (!answersFor(session, row))
    throw new Failure(
      "forbidden",
      "Only whoever wrote this, or its doctor, can mark it as entered in error or use it again.",
    );
  return row.isMarked;
}

async function findMark(clinic: ClinicScope, entry: MarkedEntry, id: number): Promise<EnteredInError | null> {
  const { table } = entries[entry];
  const { rows } = await sql<{ mark: EnteredInError | null }>`
    select ${markOf(clinic, table, "in_error")} as mark from ${sql.table(table)}
    where clinic_id = ${clinic.id} and id = ${id}`.execute(clinic.db);
  return rows[0]?.mark ?? null;
}

const columnsOf = (mark: Mark) => ({
  inErrorAt: mark?.at ?? null,
  inErrorById: mark?.by ?? null,
  inErrorReason: mark?.reason ?? null,
});

/**
 * With its vital signs, unless they were marked before; then they stay so afterwards. Those that repeat another entry's
 * are afterwards what that entry's are.
 */
async function markConsultation(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  { mark, now }: { mark: Mark; now: Date },
): Promise<void> {
  const vitals = <T>(end: "at" | "by_id" | "reason", value: T) => {
    const column = sql.ref(`vitals_in_error_${end}`);
    return mark
      ? sql<T>`case when vital_signs is not null then coalesce(${column}, ${value}) end`
      : sql<T>`case when (vitals_in_error_at, vitals_in_error_by_id, vitals_in_error_reason)
                         is distinct from (in_error_at, in_error_by_id, in_error_reason) then ${column}
                    else (select s.${column} from consultations s
                          where s.clinic_id = ${clinic.id} and s.id = consultations.vitals_from_id) end`;
  };
  if (mark) await withdrawComplaint(clinic, { patientId, consultationId: id });
  const row = await clinic.db
    .updateTable("consultations")
    .set({
      ...columnsOf(mark),
      vitalsInErrorAt: vitals("at", mark && sql`${mark.at}::timestamptz`) as RawBuilder<string | null>,
      vitalsInErrorById: vitals("by_id", mark && sql`${mark.by}::bigint`) as RawBuilder<number | null>,
      vitalsInErrorReason: vitals("reason", mark?.reason ?? null) as RawBuilder<string | null>,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning([
      "createdAt",
      "consultationType",
      "isIntake",
      "vitalsInErrorAt",
      "vitalsInErrorById",
      "vitalsInErrorReason",
    ])
    .executeTakeFirstOrThrow();
  const { createdAt, vitalsInErrorAt, vitalsInErrorById, vitalsInErrorReason } = row;
  await clinic.db
    .updateTable("consultations")
    .set({ vitalsInErrorAt, vitalsInErrorById, vitalsInErrorReason })
    .where("clinicId", "=", clinic.id)
    .where("vitalsFromId", "=", id)
    .where("inErrorAt", "is", null)
    .execute();
  await clinic.db
    .updateTable("consultationDiagnoses")
    .set({ inErrorAt: columnsOf(mark).inErrorAt })
    .where("clinicId", "=", clinic.id)
    .where("consultationId", "=", id)
    .execute();
  await followMark(clinic, { patientId, consultationId: id });
  await followEntries(clinic, [patientId], ["lastConsultation", "followUp"]);
  if (manilaDay(new Date(createdAt)) !== manilaDay(now)) return;
  if (isConsultation(row)) {
    const since = new Date(createdAt);
    if (mark) await unmarkWithDoctor(clinic, patientId, { since, now });
    else await markWithDoctor(clinic, patientId, now, since);
  }
  await followQueue(clinic, patientId, now);
}

async function markAddendum(clinic: ClinicScope, id: number, mark: Mark): Promise<void> {
  await clinic.db
    .updateTable("consultationAddenda")
    .set(columnsOf(mark))
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute();
}

/** PostgreSQL's unique_violation. */
const isThere = "23505";

/** A draft is discarded, so that another can be begun; the mark can be taken off until then. */
async function markFullHistory(clinic: ClinicScope, id: number, mark: Mark): Promise<void> {
  await clinic.db
    .updateTable("consultationRecords")
    .set({
      ...columnsOf(mark),
      status: sql<string>`case when finished_at is not null then status else ${mark ? "discarded" : "draft"} end`,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== isThere) throw error;
      throw new Failure("taken", "Another full history of this patient is being written. Finish it first.");
    });
}
