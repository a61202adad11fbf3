import { type SqlBool, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { MAX_CUSTOM_FIELDS } from "#shared/clinical/custom-fields.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import type { CustomField, CustomFieldChanges, CustomFieldDraft } from "../contract.ts";

/** Renaming rewrites every patient who has a value; more than this many would block the clinic for too long. */
const MAX_RENAMED_PATIENTS = 2000;

const columns = [
  "id",
  "fieldName",
  "fieldType",
  "fieldOptions",
  "isRequired",
  "displayOrder",
  "isActive",
  "createdAt",
] as const;

const inOrder = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("customFieldDefinitions")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .orderBy("displayOrder")
    .orderBy("id");

export const listCustomFields = async (clinic: ClinicScope): Promise<CustomField[]> =>
  (await inOrder(clinic).execute()) as CustomField[];

export function addCustomField(
  clinic: ClinicScope,
  draft: CustomFieldDraft,
  now: Date,
): Promise<CustomField> {
  return clinic.transaction(async (joined) => {
    const known = await lockedFields(joined);
    requireRoom(known);
    const { displayOrder, ...field } = { fieldType: "text", fieldOptions: [], ...withoutUndefined(draft) };
    refuseChoiceOfNothing(field);
    const { id } = await joined.db
      .insertInto("customFieldDefinitions")
      .values({
        ...field,
        displayOrder: known.length + 1,
        clinicId: joined.id,
        createdAt: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await putInOrder(joined, known, id, displayOrder ?? known.length + 1);
    return oneField(joined, id);
  });
}

/** Changes the fields that are sent. A new name is also applied to the patients' values. */
export function changeCustomField(
  clinic: ClinicScope,
  id: number,
  changes: CustomFieldChanges,
  now: Date,
): Promise<CustomField> {
  return clinic.transaction(async (joined) => {
    const known = await lockedFields(joined);
    const before = known.find((field) => field.id === id);
    if (!before) throw notFound("Custom field");
    const { displayOrder, ...sent } = withoutUndefined(changes);
    refuseChoiceOfNothing({ ...before, ...sent });
    if (sent.isActive && !before.isActive) requireRoom(known);
    if (Object.keys(sent).length > 0) await updateField(joined, id).set(sent).execute();
    if (sent.fieldName !== undefined && sent.fieldName !== before.fieldName)
      await renameValues(joined, before.fieldName, sent.fieldName, now);
    if (displayOrder !== undefined) await putInOrder(joined, known, id, displayOrder);
    return oneField(joined, id);
  });
}

/** Deletes a field without values; any other is deactivated, so that no patient loses data. */
export function removeCustomField(
  clinic: ClinicScope,
  id: number,
): Promise<{ message: string; isKept: boolean }> {
  return clinic.transaction(async (joined) => {
    const field = (await lockedFields(joined)).find((known) => known.id === id);
    if (!field) throw notFound("Custom field");
    const used = await joined.db
      .selectFrom("patients")
      .select("id")
      .where("clinicId", "=", joined.id)
      .where(hasValueOf(field.fieldName))
      .limit(1)
      .executeTakeFirst();
    if (used) {
      await updateField(joined, id).set({ isActive: false }).execute();
      return { message: "Custom field turned off. Existing values are kept.", isKept: true };
    }
    await joined.db
      .deleteFrom("customFieldDefinitions")
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return { message: "Custom field deleted", isKept: false };
  });
}

const lockedFields = async (clinic: ClinicScope): Promise<CustomField[]> =>
  (await inOrder(clinic).forUpdate().execute()) as CustomField[];

const oneField = async (clinic: ClinicScope, id: number): Promise<CustomField> =>
  (await inOrder(clinic).where("id", "=", id).executeTakeFirstOrThrow()) as CustomField;

const updateField = (clinic: ClinicScope, id: number) =>
  clinic.db.updateTable("customFieldDefinitions").where("clinicId", "=", clinic.id).where("id", "=", id);

/** Moves one field to its position and renumbers all from 1. */
async function putInOrder(
  clinic: ClinicScope,
  known: CustomField[],
  id: number,
  place: number,
): Promise<void> {
  const ids = known.map((field) => field.id).filter((other) => other !== id);
  ids.splice(place - 1, 0, id);
  await sql`
    update custom_field_definitions d set display_order = placed.place
    from unnest(${ids}::bigint[]) with ordinality as placed (id, place)
    where d.clinic_id = ${clinic.id} and d.id = placed.id and d.display_order <> placed.place`.execute(
    clinic.db,
  );
}

async function renameValues(clinic: ClinicScope, before: string, after: string, now: Date): Promise<void> {
  const holders = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where(hasValueOf(before))
    .limit(MAX_RENAMED_PATIENTS + 1)
    .execute();
  if (holders.length === 0) return;
  if (holders.length > MAX_RENAMED_PATIENTS)
    throw invalidField(
      "fieldName",
      "More than 2,000 patients have a value under this name. Add a new field and switch this one off.",
    );
  const clashing = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where(hasValueOf(before))
    .where(hasValueOf(after))
    .limit(1)
    .executeTakeFirst();
  if (clashing)
    throw invalidField("fieldName", "A patient has another value under this name. Choose a different name.");
  await sql`
    update patients
    set custom_fields = jsonb_set(custom_fields - ${before}::text, array[${after}::text], coalesce(custom_fields -> ${before}::text, 'null')),
        version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    where clinic_id = ${clinic.id} and id = any(${holders.map(({ id }) => id)}::bigint[])`.execute(clinic.db);
}

const hasValueOf = (name: string) => sql<SqlBool>`jsonb_exists(custom_fields, ${name})`;

function refuseChoiceOfNothing({ fieldType, fieldOptions }: { fieldType: string; fieldOptions: string[] }) {
  if (fieldType === "choice" && fieldOptions.length === 0)
    throw invalidField("fieldOptions", "Add at least one option");
}

function requireRoom(known: CustomField[]) {
  if (known.filter(({ isActive }) => isActive).length < MAX_CUSTOM_FIELDS) return;
  const message = `A clinic can use ${MAX_CUSTOM_FIELDS} custom fields. Switch one off first.`;
  throw new Failure("taken", message, { fields: { fieldName: message } });
}
