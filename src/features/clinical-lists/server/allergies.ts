import { sql } from "kysely";
import {
  type Allergy,
  type AllergyChanges,
  type AllergyDraft,
  MAX_ALLERGIES_TEXT,
  MAX_ROWS,
  type NoKnownAllergies,
} from "#features/clinical-lists/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isCorrection, requireAuthor } from "#server/require-author.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { lockLists, recordedByName, recordedNow, requireNoMistake, requireRoom } from "./patient-lists.ts";

const selectAllergies = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("allergies")
    .select([
      "id",
      "patientId",
      "clinicId",
      "kind",
      "substance",
      "reaction",
      "severity",
      "howKnown",
      "state",
      "recordedAt",
      "updatedAt",
      "version",
      recordedByName("allergies").as("recordedByName"),
      ownOf(clinic, "allergies", "recorded_by_id"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

type Row = Awaited<ReturnType<ReturnType<typeof selectAllergies>["executeTakeFirstOrThrow"]>>;

const asAllergy = ({ kind, ...row }: Row): Allergy => ({ ...(row as Allergy), isFreeText: kind === "text" });

const asNoKnown = ({
  substance,
  id,
  patientId,
  clinicId,
  recordedAt,
  recordedByName,
  updatedAt,
  version,
}: Row) =>
  ({
    id,
    patientId,
    clinicId,
    recordedAt,
    recordedByName,
    updatedAt,
    version,
    words: substance,
  }) satisfies NoKnownAllergies;

/** Active ones, the most severe first and typed text last; then the others, the newest first. */
const inOrder = sql`state <> 'active', kind = 'text', array_position(array['severe', 'moderate', 'mild'], severity), id desc`;

/** All rows in any state; of "none known" only the active one, apart from the others. */
export async function readAllergies(
  clinic: ClinicScope,
  patientId: number,
): Promise<{ rows: Allergy[]; noKnown: NoKnownAllergies | null }> {
  const rows = await selectAllergies(clinic, patientId)
    .where((row) => row.or([row("kind", "<>", sql.lit("none")), row("state", "=", sql.lit("active"))]))
    .orderBy(inOrder)
    .limit(sql.lit(MAX_ROWS + 1))
    .execute();
  const none = rows.find(({ kind }) => kind === "none");
  return {
    rows: rows.filter(({ kind }) => kind !== "none").map(asAllergy),
    noKnown: none ? asNoKnown(none) : null,
  };
}

export async function listAllergies(clinic: ClinicScope, patientId: number): Promise<Allergy[]> {
  const { rows } = await readAllergies(clinic, patientId);
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows;
}

export async function findNoKnown(clinic: ClinicScope, patientId: number): Promise<NoKnownAllergies | null> {
  const { noKnown } = await readAllergies(clinic, patientId);
  if (!noKnown) await requirePatient(clinic, patientId);
  return noKnown;
}

async function findRow(clinic: ClinicScope, patientId: number, id: number): Promise<Row> {
  const row = await selectAllergies(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Allergy");
  return row;
}

/** @throws Failure where an active row has the same substance */
async function requireNew(
  clinic: ClinicScope,
  patientId: number,
  substance: string,
  except?: number,
): Promise<void> {
  let same = selectAllergies(clinic, patientId)
    .where("kind", "=", sql.lit("allergy"))
    .where("state", "=", sql.lit("active"))
    .where(sql<boolean>`lower(substance) = lower(${substance})`);
  if (except !== undefined) same = same.where("id", "<>", except);
  const row = await same.executeTakeFirst();
  if (row)
    throw new Failure("taken", `${row.substance} is recorded already.`, {
      fields: { substance: "Recorded already" },
      current: asAllergy(row),
    });
}

/** @throws Failure where the patient's text field would exceed its limit */
async function requireReadable(clinic: ClinicScope, patientId: number): Promise<void> {
  const { allergies } = await clinic.db
    .selectFrom("patients")
    .select("allergies")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", patientId)
    .executeTakeFirstOrThrow();
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

async function insertRow(
  clinic: ClinicScope,
  patientId: number,
  draft: AllergyDraft,
  now: Date,
): Promise<number> {
  const state = draft.state ?? "active";
  if (state === "active") {
    await requireNew(clinic, patientId, draft.substance);
    await replaceNoKnown(clinic, patientId, now);
  }
  const { id } = await clinic.db
    .insertInto("allergies")
    .values({
      ...recordedNow(clinic, patientId, now),
      substance: draft.substance,
      reaction: draft.reaction ?? null,
      severity: draft.severity ?? null,
      howKnown: draft.howKnown ?? null,
      state,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function insertAllergy(
  clinic: ClinicScope,
  patientId: number,
  draft: AllergyDraft,
  now: Date,
): Promise<Allergy> {
  return clinic.transaction(async (joined) => {
    await lockLists(joined, patientId);
    await requireRoom(joined, "allergies", patientId);
    const id = await insertRow(joined, patientId, draft, now);
    await requireReadable(joined, patientId);
    return asAllergy(await findRow(joined, patientId, id));
  });
}

export function updateAllergy(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  changes: AllergyChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Allergy> {
  return clinic.transaction(async (joined) => {
    await lockLists(joined, patientId);
    const before = await findRow(joined, patientId, id);
    requireVersion(asAllergy(before), version);
    requireNoMistake(before, changes);
    if (isCorrection(before, changes, ["substance"])) await requireAuthor(joined, "allergies", id);
    const sent = withoutUndefined(changes);
    if (before.kind !== "allergy" && Object.keys(sent).some((field) => field !== "state"))
      throw new Failure(
        "unusable",
        "Free text is changed in the patient's field Allergies, or made into rows.",
      );
    if (before.kind === "text" && before.state === "replaced" && sent.state === "active")
      throw new Failure("unusable", "This text was replaced. Change the allergies in its place instead.");
    const { state = before.state, substance = before.substance } = sent;
    if (state === "active") await requireActivatable(joined, { ...before, substance }, now);
    await joined.db
      .updateTable("allergies")
      .set({ ...sent, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    await requireReadable(joined, patientId);
    return asAllergy(await findRow(joined, patientId, id));
  });
}

/** No contradicting row may be active beside it. */
async function requireActivatable(clinic: ClinicScope, row: Row, now: Date): Promise<void> {
  if (row.kind === "none") return requireNoActive(clinic, row.patientId);
  if (row.kind === "allergy") await requireNew(clinic, row.patientId, row.substance, row.id);
  else if (row.state !== "active") {
    const text = await selectAllergies(clinic, row.patientId)
      .where("kind", "=", sql.lit("text"))
      .where("state", "=", sql.lit("active"))
      .executeTakeFirst();
    if (text)
      throw new Failure("taken", "The allergies were changed meanwhile.", { current: asAllergy(text) });
  }
  await replaceNoKnown(clinic, row.patientId, now);
}

/** @throws Failure while an allergy is active */
async function requireNoActive(clinic: ClinicScope, patientId: number): Promise<void> {
  const active = await selectAllergies(clinic, patientId)
    .where("kind", "<>", sql.lit("none"))
    .where("state", "=", sql.lit("active"))
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
    await lockLists(joined, patientId);
    const text = await findRow(joined, patientId, id);
    if (text.kind !== "text" || text.state !== "active")
      throw new Failure("unusable", "This entry is no longer free text. Check the allergies and try again.");
    await requireRoom(joined, "allergies", patientId, drafts.length);
    for (const draft of drafts) await insertRow(joined, patientId, draft, now);
    await joined.db
      .updateTable("allergies")
      .set({ state: "replaced", ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    await requireReadable(joined, patientId);
    return asAllergy(await findRow(joined, patientId, id));
  });
}

/** Records author and time again where it was recorded before. */
export function sayNoKnown(clinic: ClinicScope, patientId: number, now: Date): Promise<NoKnownAllergies> {
  return clinic.transaction(async (joined) => {
    await lockLists(joined, patientId);
    await requireNoActive(joined, patientId);
    await requireRoom(joined, "allergies", patientId);
    await replaceNoKnown(joined, patientId, now);
    const { id } = await joined.db
      .insertInto("allergies")
      .values({ ...recordedNow(joined, patientId, now), kind: "none", substance: "No known allergies" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return asNoKnown(await findRow(joined, patientId, id));
  });
}
