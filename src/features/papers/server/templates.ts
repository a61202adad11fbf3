import type { PaperTemplate, TemplateDraft } from "#features/papers/contract.ts";
import { MOST_TEMPLATES } from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

const columns = ["id", "name", "title", "body", "updatedAt"] as const;

const selectTemplates = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("paperTemplates")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("isActive", "=", true);

export const listTemplates = (clinic: ClinicScope): Promise<PaperTemplate[]> =>
  selectTemplates(clinic).orderBy("name").orderBy("id").limit(MOST_TEMPLATES).execute();

export const findTemplate = (clinic: ClinicScope, id: number): Promise<PaperTemplate | undefined> =>
  selectTemplates(clinic).where("id", "=", id).executeTakeFirst();

export function insertTemplate(clinic: ClinicScope, draft: TemplateDraft, now: Date): Promise<PaperTemplate> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "paper templates");
    const known = await listTemplates(joined);
    if (known.length >= MOST_TEMPLATES)
      throw new Failure("unusable", `A clinic has at most ${MOST_TEMPLATES} templates. Remove one first.`);
    refuseTaken(known, draft.name, null);
    return joined.db
      .insertInto("paperTemplates")
      .values({
        clinicId: joined.id,
        ...draft,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
}

export function updateTemplate(
  clinic: ClinicScope,
  id: number,
  changes: Partial<{ [Field in keyof TemplateDraft]: TemplateDraft[Field] | undefined }>,
  now: Date,
): Promise<PaperTemplate> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "paper templates");
    if (changes.name !== undefined) refuseTaken(await listTemplates(joined), changes.name, id);
    return joined.db
      .updateTable("paperTemplates")
      .set({ ...withoutUndefined(changes), updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .where("isActive", "=", true)
      .returning(columns)
      .executeTakeFirstOrThrow(() => notFound("Template"));
  });
}

export async function deleteTemplate(clinic: ClinicScope, id: number, now: Date): Promise<{ id: number }> {
  return clinic.db
    .updateTable("paperTemplates")
    .set({ isActive: false, updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("isActive", "=", true)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Template"));
}

function refuseTaken(known: readonly PaperTemplate[], name: string, own: number | null): void {
  const wanted = name.toLowerCase();
  if (known.some((each) => each.id !== own && each.name.toLowerCase() === wanted))
    throw invalidField("name", "Another template has this name");
}
