import type { DBSchema } from "idb";
import { DRAFT_DAYS } from "#shared/retention.ts";
import { databaseOpener } from "../offline/open-database.ts";
import { draftsDatabase } from "./clear-drafts.ts";
import { decryptDraft, draftKeyOf, type Locked, seal } from "./draft-lock.ts";

/** The author and the form of a draft: it is offered there and nowhere else. `record` is empty for a new one. */
export type DraftScope = { clinicId: number; userId: number; form: string; record: string };

export type SavedDraft = { id: string; keptAt: number; content: unknown };

type StoredDraft = DraftScope & Locked & { id: string; keptAt: number };

interface Schema extends DBSchema {
  drafts: {
    key: string;
    value: StoredDraft;
    indexes: { byPlace: [number, number, string, string]; byAge: number };
  };
}

const draftLife = DRAFT_DAYS * 24 * 3_600_000;
/** Limits: characters of one draft, and drafts per browser. The longest form that saves stays well below. */
const longest = 500_000;
const atMost = 30;

let isWipedElsewhere = false;
const store = databaseOpener<Schema>(
  draftsDatabase,
  (database) => {
    const drafts = database.createObjectStore("drafts", { keyPath: "id" });
    drafts.createIndex("byPlace", ["clinicId", "userId", "form", "record"]);
    drafts.createIndex("byAge", "keptAt");
  },
  // What another tab cleared is not written again.
  () => {
    isWipedElsewhere = true;
  },
);

const about = ({ clinicId, userId, form, record }: DraftScope) =>
  JSON.stringify([clinicId, userId, form, record]);

/** Private mode and plain http have no storage or no cipher; then there are no drafts. */
export const canStoreDrafts = (): boolean =>
  typeof indexedDB !== "undefined" && typeof crypto !== "undefined" && crypto.subtle !== undefined;

/** Why a draft was not stored; the form is unchanged in any case. */
class DraftNotStored extends Error {}

/**
 * Stores a form under its own id, encrypted for its user. Too long ones are refused; above the maximum number the
 * oldest are removed.
 * @throws DraftNotStored, or the browser's error for a full or forbidden storage
 */
export async function storeDraft(scope: DraftScope, { id, keptAt, content }: SavedDraft): Promise<void> {
  const generation = draftsDatabase.generation();
  const text = JSON.stringify(content);
  if (text.length > longest) throw new DraftNotStored("too long");
  const key = await draftKeyOf(scope.userId);
  const locked = await seal(key, about(scope), text);
  if (generation !== draftsDatabase.generation() || isWipedElsewhere) return;
  const database = await store();
  await database.put("drafts", { ...scope, id, keptAt, ...locked });
  const count = await database.count("drafts");
  if (count <= atMost) return;
  for (const oldest of await database.getAllKeysFromIndex("drafts", "byAge", null, count - atMost))
    await database.delete("drafts", oldest);
}

export async function dropDrafts(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { store: drafts, done } = (await store()).transaction("drafts", "readwrite");
  await Promise.all([...ids.map((id) => drafts.delete(id)), done]);
}

/** The drafts for this form, newest first. Expired and unreadable ones are removed. */
export async function draftsOf(scope: DraftScope, now: number): Promise<SavedDraft[]> {
  const database = await store();
  const { clinicId, userId, form, record } = scope;
  const stored = await database.getAllFromIndex("drafts", "byPlace", [clinicId, userId, form, record]);
  if (stored.length === 0) return [];
  const key = await draftKeyOf(userId);
  const read = await Promise.all(
    stored.map(async ({ id, keptAt, ...locked }): Promise<SavedDraft | { lost: string }> => {
      if (now - keptAt > draftLife) return { lost: id };
      return decryptDraft(key, about(scope), locked).then(
        (text) => ({ id, keptAt, content: JSON.parse(text) as unknown }),
        () => ({ lost: id }),
      );
    }),
  );
  await dropDrafts(read.flatMap((draft) => ("lost" in draft ? [draft.lost] : [])));
  return read
    .flatMap((draft) => ("lost" in draft ? [] : [draft]))
    .sort((one, other) => other.keptAt - one.keptAt);
}

/** After sign-in: removes drafts of other users or clinics, and those older than seven days. */
export async function removeOtherDrafts(
  user: { id: number; clinicId: number | null },
  now: number,
): Promise<void> {
  isWipedElsewhere = false;
  const database = await store();
  const { store: drafts, done } = database.transaction("drafts", "readwrite");
  for await (const { value } of drafts) {
    const isOwn = value.userId === user.id && value.clinicId === user.clinicId;
    if (!isOwn || now - value.keptAt > draftLife) await drafts.delete(value.id);
  }
  await done;
}
