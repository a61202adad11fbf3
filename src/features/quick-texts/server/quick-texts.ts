import { sql } from "kysely";
import type {
  NoteTemplate,
  NoteTemplateEntry,
  QuickText,
  QuickTextChanges,
  QuickTextDraft,
} from "#features/quick-texts/contract.ts";
import { mayWrite, type Writer } from "#features/quick-texts/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, forbidden, invalidField, notFound } from "#shared/errors.ts";
import { examples } from "./examples/examples.ts";

/** The limits per user, and per clinic. */
const MOST = 500;

const columns = ["id", "userId", "name", "title", "text", "template", "isExample", "updatedAt"] as const;

type Row = Omit<QuickText, "whose" | "template"> & { userId: number | null; template: unknown };

const asQuickText = ({ userId, template, ...row }: Row): QuickText => ({
  ...row,
  template: template as NoteTemplate | null,
  whose: userId === null ? "clinic" : "own",
});

/** A template without any part becomes null. */
function storedTemplate(entry: NoteTemplateEntry | null | undefined): string | null {
  if (!entry) return null;
  const template: NoteTemplate = {
    chiefComplaint: entry.chiefComplaint ?? null,
    history: entry.history ?? null,
    examination: entry.examination ?? null,
    diagnoses: (entry.diagnoses ?? []).map(({ words, code }) => ({ words, code: code ?? null })),
    treatment: entry.treatment ?? null,
    followUpInDays: entry.followUpInDays ?? null,
  };
  const isEmpty = Object.values(template).every(
    (part) => part === null || (Array.isArray(part) && !part.length),
  );
  return isEmpty ? null : JSON.stringify(template);
}

const nothingWritten = () => invalidField("text", "Write the text, or a part of a consultation");

/** The acting user's own and the clinic's, by name; a user's own comes before the clinic's of the same name. */
export async function listQuickTexts(clinic: ClinicScope): Promise<QuickText[]> {
  const rows = await clinic.db
    .selectFrom("quickTexts")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where((where) => where.or([where("userId", "=", clinic.userId), where("userId", "is", null)]))
    .orderBy(sql`lower(name)`)
    .orderBy("userId")
    .orderBy("id")
    .limit(2 * MOST)
    .execute();
  return rows.map(asQuickText);
}

/** Serializes writes to a list, to enforce its limit. */
async function countOf(clinic: ClinicScope, whose: QuickText["whose"]): Promise<number> {
  const list = whose === "own" ? clinic.userId : 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quick texts ${clinic.id} ${list}`}, 0))`.execute(
    clinic.db,
  );
  const { count } = await clinic.db
    .selectFrom("quickTexts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("clinicId", "=", clinic.id)
    .where("userId", whose === "own" ? "=" : "is", whose === "own" ? clinic.userId : null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws Failure forbidden for the clinic's unless the caller is the owner, taken when the name is in use. */
export function insertQuickText(
  clinic: ClinicScope,
  draft: QuickTextDraft,
  { user, now }: { user: Writer; now: Date },
): Promise<QuickText> {
  if (!mayWrite(user, draft)) throw forbidden();
  const text = draft.text ?? null;
  const template = storedTemplate(draft.template);
  if (text === null && template === null) throw nothingWritten();
  return clinic.transaction(async (joined) => {
    if ((await countOf(joined, draft.whose)) >= MOST) throw tooMany();
    const row = await joined.db
      .insertInto("quickTexts")
      .values({
        clinicId: joined.id,
        userId: draft.whose === "own" ? joined.userId : null,
        name: draft.name,
        title: draft.title,
        text,
        template,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    return asQuickText(row);
  });
}

const tooMany = () => new Failure("unusable", `There are ${MOST} quick texts already. Delete one first.`);

/** Another user's own is not found; only the owner may change the clinic's. */
async function findWritable(clinic: ClinicScope, id: number, user: Writer): Promise<QuickText> {
  const row = await clinic.db
    .selectFrom("quickTexts")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where((where) => where.or([where("userId", "=", clinic.userId), where("userId", "is", null)]))
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Quick text"));
  const found = asQuickText(row);
  if (!mayWrite(user, found)) throw forbidden();
  return found;
}

/** Updates the fields that are sent. A changed example is no longer an example. */
export function updateQuickText(
  clinic: ClinicScope,
  id: number,
  changes: QuickTextChanges,
  { user, now }: { user: Writer; now: Date },
): Promise<QuickText> {
  if (!mayWrite(user, { whose: changes.whose ?? "own" })) throw forbidden();
  return clinic.transaction(async (joined) => {
    const found = await findWritable(joined, id, user);
    const text = changes.text === undefined ? found.text : changes.text;
    const template = storedTemplate(changes.template === undefined ? found.template : changes.template);
    if (text === null && template === null) throw nothingWritten();
    const whose = changes.whose ?? found.whose;
    if (whose !== found.whose && (await countOf(joined, whose)) >= MOST) throw tooMany();
    const row = await joined.db
      .updateTable("quickTexts")
      .set({
        name: changes.name ?? found.name,
        title: changes.title ?? found.title,
        text,
        template,
        userId: whose === "own" ? joined.userId : null,
        isExample: false,
        updatedAt: now.toISOString(),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    return asQuickText(row);
  });
}

export function deleteQuickText(clinic: ClinicScope, id: number, user: Writer): Promise<{ id: number }> {
  return clinic.transaction(async (joined) => {
    await findWritable(joined, id, user);
    await joined.db.deleteFrom("quickTexts").where("clinicId", "=", joined.id).where("id", "=", id).execute();
    return { id };
  });
}

/** Copies the examples whose names the clinic does not use. */
export function copyExamples(clinic: ClinicScope, now: Date): Promise<{ added: number }> {
  const at = now.toISOString();
  return clinic.transaction(async (joined) => {
    if ((await countOf(joined, "clinic")) + examples.length > MOST) throw tooMany();
    const added = await joined.db
      .insertInto("quickTexts")
      .values(
        examples.map(({ name, title, text, template }) => ({
          clinicId: joined.id,
          name,
          title,
          text,
          template: storedTemplate(template),
          isExample: true,
          createdAt: at,
          updatedAt: at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute();
    return { added: added.length };
  });
}
