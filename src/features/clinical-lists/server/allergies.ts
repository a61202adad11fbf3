import { sql } from "kysely";
import {
  type Allergy,
  type AllergyDraft,
  MAX_ALLERGIES_TEXT,
  MAX_ROWS,
  type NoKnownAllergies,
} from "#features/clinical-lists/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockPatient } from "#server/patient/patient-rows.ts";
import { requirePatient, rowsOfPatient } from "#server/patient/require-patient.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { Failure } from "#shared/errors.ts";
import { patientList, recordedNow, requireListRoom } from "./patient-lists.ts";

type Row = Omit<Allergy, "isFreeText"> & { kind: "allergy" | "text" | "none" };

const asAllergy = ({ kind, ...row }: Row): Allergy => ({ ...row, isFreeText: kind === "text" });

export const allergyList = patientList<Row, Allergy>({
  table: "allergies",
  noun: "Allergy",
  name: "substance",
  columns: ["kind", "substance", "reaction", "severity", "howKnown"],
  taken: "recorded already",
  named: () => sql<boolean>`kind = 'allergy'`,
  show: asAllergy,
  complete(before, fields) {
    if (before === null || before.kind === "allergy") return fields;
    if (Object.keys(fields).some((field) => field !== "state"))
      throw new Failure("unusable", "Change this text in Edit Patient, under Allergies, or make it a list.");
    if (before.kind === "text" && before.state === "replaced" && fields.state === "active")
      throw new Failure("unusable", "This text was replaced. Change the allergies in its place instead.");
    return fields;
  },
  activate,
  finish: requireReadable,
});

function asNoKnown({ substance: words, ...row }: Row): NoKnownAllergies {
  const { id, patientId, clinicId, recordedAt, recordedByName, updatedAt, version } = row;
  return { id, patientId, clinicId, recordedAt, recordedByName, updatedAt, version, words };
}

/** Active ones, the most severe first and typed text last; then the others, the newest first. */
const inOrder = sql`state <> 'active', kind = 'text', array_position(array['severe', 'moderate', 'mild'], severity), id desc`;

/** All rows in any state; of "none known" only the active one, apart from the others. */
export async function readAllergies(
  clinic: ClinicScope,
  patientId: number,
): Promise<{ rows: Allergy[]; noKnown: NoKnownAllergies | null }> {
  const rows = await allergyList
    .rows(clinic, patientId)
    .where(sql<boolean>`(kind <> 'none' or state = 'active')`)
    .orderBy(inOrder)
    .limit(sql.lit(MAX_ROWS + 1))
    .execute();
  const none = rows.find(({ kind }) => kind === "none");
  return {
    rows: rows.filter(({ kind }) => kind !== "none").map(asAllergy),
    noKnown: none ? asNoKnown(none) : null,
  };
}

export const listAllergies = (clinic: ClinicScope, patientId: number): Promise<Allergy[]> =>
  rowsOfPatient(
    clinic,
    patientId,
    readAllergies(clinic, patientId).then(({ rows }) => rows),
  );

export async function findNoKnown(clinic: ClinicScope, patientId: number): Promise<NoKnownAllergies | null> {
  const { noKnown } = await readAllergies(clinic, patientId);
  if (!noKnown) await requirePatient(clinic, patientId);
  return noKnown;
}

/** @throws Failure where the patient's text field would exceed its limit */
async function requireReadable(clinic: ClinicScope, patientId: number): Promise<void> {
  const { allergies } = await selectPatient(clinic, patientId).select("allergies").executeTakeFirstOrThrow();
  if (allergies && allergies.length > MAX_ALLERGIES_TEXT)
    throw new Failure(
      "unusable",
      `The active allergies together may have ${MAX_ALLERGIES_TEXT} characters. Shorten or resolve some of them.`,
    );
}

/** The first allergy ends "none known". */
const replaceNoKnown = (clinic: ClinicScope, patientId: number, now: Date) =>
  clinic.db
    .updateTable("allergies")
    .set({ state: "replaced", ...changedNow(now) })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("kind", "=", "none")
    .where("state", "=", "active")
    .execute();

/** No contradicting row may be active beside it. */
async function activate(clinic: ClinicScope, row: Row, before: Row | null, now: Date): Promise<void> {
  const { kind = "allergy", patientId } = row;
  if (kind === "none") return requireNoActive(clinic, patientId);
  if (kind === "allergy") await allergyList.requireNew(clinic, row, now);
  else if (before?.state !== "active") {
    const text = await allergyList
      .rows(clinic, patientId)
      .where(sql<boolean>`kind = 'text' and state = 'active'`)
      .executeTakeFirst();
    if (text)
      throw new Failure("taken", "The allergies were changed meanwhile.", { current: asAllergy(text) });
  }
  await replaceNoKnown(clinic, patientId, now);
}

/** @throws Failure while an allergy is active */
async function requireNoActive(clinic: ClinicScope, patientId: number): Promise<void> {
  const active = await allergyList
    .rows(clinic, patientId)
    .where(sql<boolean>`kind <> 'none' and state = 'active'`)
    .orderBy(inOrder)
    .executeTakeFirst();
  if (active)
    throw new Failure("taken", "An allergy is recorded. Resolve it first, or mark it as entered in error.", {
      current: asAllergy(active),
    });
}

/** Records the rows that a person read in free text, which they replace. */
export function splitText(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  drafts: readonly AllergyDraft[],
  now: Date,
): Promise<Allergy> {
  return clinic.transaction(async (joined) => {
    await lockPatient(joined, patientId);
    const text = await allergyList.find(joined, patientId, id);
    if (text.kind !== "text" || text.state !== "active")
      throw new Failure("unusable", "This entry is no longer free text. Check the allergies and try again.");
    await requireListRoom(joined, "allergies", patientId, drafts.length);
    for (const draft of drafts) await allergyList.insert(joined, patientId, draft, now);
    await allergyList.store(joined, id, { state: "replaced" }, now);
    await requireReadable(joined, patientId);
    return asAllergy(await allergyList.find(joined, patientId, id));
  });
}

/** Records author and time again where it was recorded before. */
export function recordNoKnown(clinic: ClinicScope, patientId: number, now: Date): Promise<NoKnownAllergies> {
  return clinic.transaction(async (joined) => {
    await lockPatient(joined, patientId);
    await requireNoActive(joined, patientId);
    await requireListRoom(joined, "allergies", patientId);
    await replaceNoKnown(joined, patientId, now);
    const { id } = await joined.db
      .insertInto("allergies")
      .values({ ...recordedNow(joined, patientId, now), kind: "none", substance: "No known allergies" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return asNoKnown(await allergyList.find(joined, patientId, id));
  });
}
