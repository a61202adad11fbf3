import type { DBSchema } from "idb";
import { type CurrentUser, currentUser, draftKey, sessionTimeHeader } from "#features/accounts/contract.ts";
import { listPatients, type PatientListItem } from "#features/patients/contract.ts";
import { type AnsweredCall, call, type FoundAnswer } from "#web/data/api.ts";
import { decryptDraft, type Locked, seal } from "#web/drafts/draft-lock.ts";
import { storedToken, storeOfflineEnd } from "#web/storage-keys.ts";
import {
  endOf,
  type Holder,
  isCached,
  isSameHolder,
  patientOf,
  readSessionTime,
  timeLeft,
  tooMany,
} from "./cache-rule.ts";
import { cacheDatabase, clearOfflineCache } from "./clear-cache.ts";
import { databaseOpener } from "./open-database.ts";
import { searchIn } from "./search-cached.ts";

type CachedAnswer = Locked & { address: string; patientId: number | null; readAt: number };

interface Schema extends DBSchema {
  answers: { key: string; value: CachedAnswer; indexes: { byPatient: number } };
  holder: { key: "holder"; value: Holder };
}

const cachedHeaders = ["x-next-cursor", "x-total-count"];
/** An unchanged response is written again, with its new time, and its use recorded, only after this. */
const writeAgainMs = 30_000;

/** The current session, once a server's answer in this page has confirmed it. Nothing is cached before. */
let atWork: { token: string; key: CryptoKey; holder: Holder } | null = null;
const written = new Map<string, { data: unknown; at: number }>();
const forgetSession = () => {
  atWork = null;
  written.clear();
};
cacheDatabase.whenCleared(forgetSession);

const store = databaseOpener<Schema>(
  cacheDatabase,
  (database) => {
    database.createObjectStore("answers", { keyPath: "address" }).createIndex("byPatient", "patientId");
    database.createObjectStore("holder");
  },
  // Another tab cleared it: nothing is cached until the server has confirmed the user again.
  forgetSession,
);

const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * The key is derived from the session's token and never stored: without the token, which every end of a session
 * removes from the browser, the cache cannot be read, whatever happens to the file. `mark` identifies the key.
 */
async function cacheKeyOf(token: string): Promise<{ key: CryptoKey; mark: string }> {
  const material = await crypto.subtle.importKey("raw", bytes(token), "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const from = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: bytes(info),
  });
  const key = await crypto.subtle.deriveKey(
    from("klinika kept answers"),
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
  const mark = await crypto.subtle.deriveBits(from("klinika mark of the key"), material, 128);
  return { key, mark: btoa(String.fromCharCode(...new Uint8Array(mark))) };
}

const about = ({ userId, clinicId }: Holder, address: string, readAt: number) =>
  JSON.stringify([userId, clinicId, address, readAt]);

/** The server has confirmed the user. The cache of any other session, user, clinic or set of rights is removed. */
async function begin(token: string, user: CurrentUser, headers: Headers, now: number): Promise<void> {
  const generation = cacheDatabase.generation();
  const { key, mark } = await cacheKeyOf(token);
  // The platform's administrators belong to no clinic and read no patient.
  const holder: Holder | null =
    user.clinicId === null || !user.passwordChanged
      ? null
      : {
          mark,
          userId: user.id,
          clinicId: user.clinicId,
          isStaffMode: user.isStaffMode,
          rights: JSON.stringify([user.role, user.permissions]),
          since: now,
          usedAt: now,
          ...readSessionTime(headers.get(sessionTimeHeader)),
        };
  if (generation !== cacheDatabase.generation()) return;
  const before = await (await store()).get("holder", "holder");
  const isSame = before !== undefined && holder !== null && isSameHolder(before, holder);
  if (!isSame && (before !== undefined || holder === null)) await clearOfflineCache();
  if (holder === null) return;
  if (isSame) holder.since = before.since;
  await (await store()).put("holder", holder, "holder");
  atWork = { token, key, holder };
  // Drafts work offline too, also of forms that were not open before.
  if (!(await (await store()).get("answers", draftKey.path)))
    void call(draftKey, {}, { isPoll: true }).catch(() => undefined);
}

/** Caches a response if its endpoint is cached. Serialized. */
export async function storeAnswer({ path, address, data, headers, isPoll, at }: AnsweredCall): Promise<void> {
  const token = storedToken();
  if (token === null) return;
  if (path === currentUser.path) await begin(token, data as CurrentUser, headers, at);
  if (atWork?.token !== token) return;
  const { key, holder } = atWork;
  const generation = cacheDatabase.generation();
  if (!isPoll && at - holder.usedAt > writeAgainMs) {
    holder.usedAt = at;
    await (await store()).put("holder", holder, "holder");
  }
  if (!isCached(path, address)) return;
  const earlier = written.get(address);
  if (earlier && earlier.data === data && at - earlier.at < writeAgainMs) return;
  const shown = Object.fromEntries(cachedHeaders.map((name) => [name, headers.get(name)]));
  const locked = await seal(key, about(holder, address, at), JSON.stringify({ data, headers: shown }));
  if (generation !== cacheDatabase.generation() || storedToken() !== token) return;
  const database = await store();
  const patientId = patientOf(path, address);
  await database.put("answers", { address, patientId, readAt: at, ...locked });
  written.set(address, { data, at });
  if (patientId === null || earlier) return;
  for (const id of tooMany(await database.getAll("answers"))) await removePatient(id);
}

/** The cached response of an address, if the current user may still read it. A search runs over the cached patients. */
export async function findAnswer(path: string, address: string, now: number): Promise<FoundAnswer | null> {
  const token = storedToken();
  if (token === null) return null;
  const database = await store();
  const [holder, { key, mark }] = await Promise.all([database.get("holder", "holder"), cacheKeyOf(token)]);
  if (!holder) return null;
  if (holder.mark !== mark || timeLeft(holder, now) === 0) {
    if (holder.mark === mark) storeOfflineEnd(Math.min(endOf(holder), now));
    await clearOfflineCache();
    return null;
  }
  await extendCache(now);
  const open = (answer: CachedAnswer) => openAnswer(answer, key, holder);
  const search = path === listPatients.path ? searchIn(address) : null;
  if (search !== null) return searchCached(await database.getAll("answers"), search, open);
  const answer = await database.get("answers", address);
  return answer ? open(answer) : null;
}

async function openAnswer(answer: CachedAnswer, key: CryptoKey, holder: Holder): Promise<FoundAnswer> {
  const text = await decryptDraft(key, about(holder, answer.address, answer.readAt), answer);
  const { data, headers } = JSON.parse(text) as { data: unknown; headers: Record<string, string | null> };
  const present = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return { data, headers: new Headers(present as [string, string][]), readAt: answer.readAt };
}

/** An empty result is no response: the patient may not be cached. */
async function searchCached(
  answers: readonly CachedAnswer[],
  search: string,
  open: (answer: CachedAnswer) => Promise<FoundAnswer>,
): Promise<FoundAnswer | null> {
  const isPatient = ({ address, patientId }: CachedAnswer) => address === `/api/patients/${patientId}`;
  const isList = ({ address }: CachedAnswer) => address.startsWith(`${listPatients.path}?`);
  const read = await Promise.all(answers.filter((one) => isPatient(one) || isList(one)).map(open));
  const { foundAmong } = await import("./found-among.ts");
  const data = foundAmong(
    read.flatMap((one) => one.data as PatientListItem | PatientListItem[]),
    search,
  );
  if (data.length === 0) return null;
  // No total: the clinic may have more of them.
  return { data, headers: new Headers(), readAt: Math.min(...read.map(({ readAt }) => readAt)) };
}

/** The server refuses it now, or it does not exist: it must not be readable here either. */
export async function dropAnswer(path: string, address: string): Promise<void> {
  if (!atWork) return;
  const patientId = patientOf(path, address);
  if (patientId !== null) await removePatient(patientId);
  else {
    written.delete(address);
    await (await store()).delete("answers", address);
  }
}

async function removePatient(patientId: number): Promise<void> {
  const database = await store();
  for (const address of await database.getAllKeysFromIndex("answers", "byPatient", patientId)) {
    written.delete(address);
    await database.delete("answers", address);
  }
}

/** What is used stays readable, at most until the session's end. */
export async function extendCache(now: number): Promise<void> {
  const database = await store();
  const holder = await database.get("holder", "holder");
  if (!holder || timeLeft(holder, now) === 0 || now - holder.usedAt < writeAgainMs) return;
  await database.put("holder", { ...holder, usedAt: now }, "holder");
  if (atWork) atWork.holder.usedAt = now;
}

/** Milliseconds until the cache locks; null without a session. */
export async function untilLocked(now: number): Promise<number | null> {
  const holder = await (await store()).get("holder", "holder");
  return holder ? timeLeft(holder, now) : null;
}
