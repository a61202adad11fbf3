import { sql } from "kysely";
import type {
  ConfidentialEntry,
  EntryOfDoctor,
  openConfidentialEntry,
} from "#features/confidential/contract.ts";
import { partsOf } from "#features/record-copy/server/printed-chunks.ts";
import { type Chunk, chunksOf } from "#features/record-copy/server/whole-record.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import { userName } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { notifyUsers } from "#server/notifications.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import type { Whole } from "#shared/endpoint.ts";
import { notFound } from "#shared/errors.ts";
import { entries } from "./entries.ts";

/** The list of the whole record that has each kind. */
const chunkOf: Record<ConfidentialEntry, Chunk["name"]> = {
  consultation: "consultations",
  fullHistory: "fullHistories",
  prescription: "prescriptions",
  problem: "problems",
  medicine: "medicines",
  result: "results",
  paper: "papers",
};

export async function listEntriesOfOthers(clinic: ClinicScope, patientId: number): Promise<EntryOfDoctor[]> {
  await requirePatient(clinic, patientId);
  return entriesOfOthers(clinic, patientId);
}

async function entriesOfOthers(clinic: ClinicScope, patientId: number) {
  const rows = await functionsInScope(clinic).rows("entriesOfOtherDoctors", { patient: patientId });
  const authors = rows.map(({ authorId }) => authorId);
  const users = await clinic.db
    .selectFrom("users")
    .select(["id", userName("users").as("name")])
    .where("clinicId", "=", clinic.id)
    .where("id", "in", [0, ...authors])
    .execute();
  return rows.map(({ id, kind, authorId, writtenAt }) => ({
    id,
    entry: kind as ConfidentialEntry,
    authorId,
    doctorName: users.find((user) => user.id === authorId)?.name ?? "",
    writtenAt,
  }));
}

/** Reads the entry in a transaction of the event that shows it. @throws Failure not_found */
export function openEntry(
  clinic: ClinicScope,
  id: number,
  { reason, openedBy, now }: { reason: string; openedBy: string; now: Date },
): Promise<Whole<typeof openConfidentialEntry>> {
  return clinic.transaction(async (joined) => {
    const patientId = await patientOf(joined, id);
    const found = (await entriesOfOthers(joined, patientId)).find((entry) => entry.id === id);
    if (!found) throw notFound("Entry");
    const { authorId, ...entry } = found;
    const parts = await partsOfEntry(joined, patientId, { ...entry, now });
    const what = entries[entry.entry].name.toLowerCase();
    await writeHistory(joined, {
      event: "record.open",
      patientId,
      ownerUserId: null,
      details: { entry: what, entryId: id, doctor: entry.doctorName, reason },
    });
    const patient = await joined.db
      .selectFrom("patients")
      .select("patientName")
      .where("clinicId", "=", joined.id)
      .where("id", "=", patientId)
      .executeTakeFirstOrThrow();
    await notifyUsers(
      joined,
      [authorId],
      {
        type: "warning",
        title: "Your confidential entry was opened",
        message: `${openedBy} opened your ${what} of ${patient.patientName}. Reason: ${reason}`,
        actionType: "patient",
        actionData: { patientId },
      },
      now,
    );
    return { ...entry, patientId, parts };
  });
}

async function patientOf(clinic: ClinicScope, id: number): Promise<number> {
  const one = ({ table }: { table: string }) =>
    sql`select patient_id as "patientId" from ${sql.table(table)} where clinic_id = ${clinic.id} and id = ${id}`;
  const all = sql.join(Object.values(entries).map(one), sql` union all `);
  const { rows } = await sql<{ patientId: number }>`${all}`.execute(clinic.db);
  const [row] = rows;
  if (!row) throw notFound("Entry");
  return row.patientId;
}

/** As the patient's copy has it; what was withdrawn or entered in error is in no copy. */
async function partsOfEntry(
  clinic: ClinicScope,
  patientId: number,
  { id, entry, now }: { id: number; entry: ConfidentialEntry; now: Date },
) {
  for await (const chunk of chunksOf(clinic, patientId, now)) {
    if (chunk.name !== chunkOf[entry]) continue;
    const rows = (chunk.rows as { id?: number }[]).filter((row) => row.id === id);
    if (rows.length > 0)
      return partsOf({ ...chunk, rows } as Chunk).flatMap(({ label, text }) =>
        text ? [{ label, text }] : [],
      );
  }
  return [];
}
