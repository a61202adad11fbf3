import type { PatientAppointment, RecallOutcome } from "#features/appointments/contract.ts";
import { listOfPatient } from "#features/appointments/server/appointment-rows.ts";
import type { Bill } from "#features/billing/contract.ts";
import { billsOf } from "#features/billing/server/bill-rows.ts";
import { type ListChunk, readLists } from "#features/clinical-lists/server/copied-lists.ts";
import type { Consultation, FullHistory } from "#features/consultations/contract.ts";
import { listFullHistories } from "#features/consultations/server/full-history.ts";
import { listConsultations } from "#features/consultations/server/queries.ts";
import type { PatientFile } from "#features/files/contract.ts";
import { listFiles } from "#features/files/server/list-files.ts";
import type { FamilyContact } from "#features/households/server/contact-part.ts";
import { listContacts } from "#features/households/server/read-household.ts";
import type { Immunization } from "#features/immunizations/contract.ts";
import { listImmunizations } from "#features/immunizations/server/immunizations.ts";
import { listPapers, type PaperRow } from "#features/papers/server/paper-rows.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { listPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { listPrescriptions } from "#features/prescriptions/server/queries.ts";
import type { PatientReferral } from "#features/referrals/contract.ts";
import { listReferralsOf } from "#features/referrals/server/queries.ts";
import type { Result } from "#features/results/contract.ts";
import { listResults } from "#features/results/server/result-rows.ts";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { toCursor } from "#server/http/cursor.ts";
import { readFitting } from "#server/http/paging.ts";
import { wasNeverReleased } from "#shared/signed-papers.ts";

/** Rows per chunk; one row may have a megabyte. */
const ROWS = 25;

type Stay = {
  hospital: string;
  roomNumber: string | null;
  admittedAt: string;
  dischargedAt: string | null;
};
type PastReminder =
  | { channel: string; isGiven: boolean; createdAt: string }
  | {
      channel: string;
      state: string;
      address: string;
      startsAt: string;
      createdAt: string;
      sentAt: string | null;
    };
type PastRecall = { dueDay: string; outcome: RecallOutcome; note: string | null; createdAt: string };
type PastVisit = Pick<Visit, "day" | "number" | "state" | "reason">;
export type Chunk =
  | ListChunk
  | { name: "stays"; rows: Stay[] }
  | { name: "consultations"; rows: Consultation[] }
  | { name: "fullHistories"; rows: FullHistory[] }
  | { name: "prescriptions"; rows: Prescription[] }
  | { name: "referrals"; rows: PatientReferral[] }
  | { name: "visits"; rows: PastVisit[] }
  | { name: "appointments"; rows: PatientAppointment[] }
  | { name: "recalls"; rows: PastRecall[] }
  | { name: "reminders"; rows: PastReminder[] }
  | { name: "immunizations"; rows: Immunization[] }
  | { name: "pregnancies"; rows: Pregnancy[] }
  | { name: "contacts"; rows: FamilyContact[] }
  | { name: "bills"; rows: Bill[] }
  | { name: "results"; rows: Result[] }
  | { name: "papers"; rows: PaperRow[] }
  | { name: "files"; rows: PatientFile[] };

/**
 * A patient's entries, a few rows at a time; each list at least once, one after the other. Without what waits for the
 * doctor's release: it is not the doctor's yet.
 */
export async function* chunksOf(clinic: ClinicScope, id: number, now: Date): AsyncGenerator<Chunk> {
  yield* await readLists(clinic, id, now);
  yield { name: "stays", rows: await listStays(clinic, id) };
  for await (const rows of pages(
    async (limit, cursor?: string) =>
      (await listConsultations(clinic, id, { limit, cursor, inError: "without" })).rows,
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "consultations", rows: rows.map(withoutMarkedAddenda) };
  for await (const rows of pages(
    (limit, cursor?: string) => listFullHistories(clinic, id, { limit, cursor, inError: "without" }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "fullHistories", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listPrescriptions(clinic, id, { limit, cursor }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield {
      name: "prescriptions",
      rows: rows.filter((row) => !wasNeverReleased(row.status, row.releasedAt)),
    };
  for await (const rows of pages(
    (limit, cursor?: string) => listReferralsOf(clinic, id, { limit, cursor }),
    (row) => toCursor([row.dateReferred, row.id]),
  ))
    yield {
      name: "referrals",
      rows: rows.filter(
        ({ awaitsRelease, status }) => !awaitsRelease || !["letter", "cancelled"].includes(status),
      ),
    };
  yield { name: "visits", rows: await listVisitsOf(clinic, id) };
  yield { name: "appointments", rows: await listOfPatient(clinic, id, { limit: undefined }) };
  yield { name: "recalls", rows: await listRecallsOf(clinic, id) };
  yield { name: "reminders", rows: await listRemindersOf(clinic, id) };
  yield { name: "immunizations", rows: await listImmunizations(clinic, id) };
  yield { name: "pregnancies", rows: await listPregnancies(clinic, id) };
  yield { name: "contacts", rows: await listContacts(clinic, id) };
  for await (const rows of pages(
    (limit, before?: number) => billsOf(clinic, id, { limit: limit + 1, before }),
    (row) => row.id,
  ))
    yield { name: "bills", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listResults(clinic, id, { limit, cursor }),
    (row) => toCursor([row.collectedAt, row.id]),
  ))
    yield { name: "results", rows };
  for await (const rows of pages(
    (limit, cursor?: string) => listPapers(clinic, id, { limit, cursor }),
    (row) => toCursor([row.createdAt, row.id]),
  ))
    yield { name: "papers", rows: rows.filter((row) => !wasNeverReleased(row.state, row.releasedAt)) };
  yield { name: "files", rows: await listFiles(clinic, id) };
}

/** What was entered in error may be of another patient, and is in no copy. */
const withoutMarkedAddenda = (consultation: Consultation): Consultation => ({
  ...consultation,
  addenda: consultation.addenda.filter(({ enteredInError }) => !enteredInError),
});

/** Queries return one row more than a page when there is another page. */
async function* pages<Row, Place>(
  read: (limit: number, after: Place | undefined) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  for (let after: Place | undefined; ; ) {
    const { read: rows, limit } = await readFitting(ROWS, (most) => read(most, after));
    const page = rows.slice(0, limit);
    yield page;
    const last = page.at(-1);
    if (rows.length <= limit || last === undefined) return;
    after = placeOf(last);
  }
}

const listStays = (clinic: ClinicScope, id: number): Promise<Stay[]> =>
  clinic.db
    .selectFrom("admissions")
    .select(["hospital", "roomNumber", "admittedAt", "dischargedAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("id", "desc")
    .execute();

const listVisitsOf = async (clinic: ClinicScope, id: number): Promise<PastVisit[]> =>
  (await clinic.db
    .selectFrom("visits")
    .select(["day", "number", "state", "reason"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("day", "desc")
    .orderBy("id", "desc")
    .execute()) as PastVisit[];

const listRecallsOf = async (clinic: ClinicScope, id: number): Promise<PastRecall[]> =>
  (await clinic.db
    .selectFrom("recalls")
    .select(["dueDay", "outcome", "note", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .orderBy("id", "desc")
    .execute()) as PastRecall[];

/** Consents and reminders, latest first. */
const listRemindersOf = async (clinic: ClinicScope, id: number): Promise<PastReminder[]> => {
  const consents = await clinic.db
    .selectFrom("reminderConsents")
    .select(["channel", "isGiven", "createdAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .execute();
  const reminders = await clinic.db
    .selectFrom("reminders")
    .select(["channel", "state", "address", "startsAt", "createdAt", "sentAt"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .execute();
  return [...consents, ...reminders].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
};
