import { draftKey } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { draftsDatabase } from "./clear-drafts.ts";

export type Locked = { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };

/** The server gives the key to the signed-in user; it exists only in this page's memory. */
let known: { userId: number; key: Promise<CryptoKey> } | null = null;
draftsDatabase.whenCleared(() => {
  known = null;
});

async function readKey(): Promise<CryptoKey> {
  const { key } = (await call(draftKey, {}, { allowCached: true })).data;
  const bytes = Uint8Array.from(atob(key), (character) => character.charCodeAt(0));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Loaded once per user; after a failure (no connection) the next call retries. */
export function draftKeyOf(userId: number): Promise<CryptoKey> {
  if (known?.userId === userId) return known.key;
  const mine = { userId, key: readKey() };
  known = mine;
  mine.key.catch(() => {
    if (known === mine) known = null;
  });
  return mine.key;
}

/** `about` is additional authenticated data: a draft of one record does not decrypt as another's. */
export async function seal(key: CryptoKey, about: string, content: string): Promise<Locked> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = new TextEncoder().encode(about);
  const text = new TextEncoder().encode(content);
  return { iv, sealed: await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, text) };
}

/** @throws when the key or `about` differs from the ones used for encryption. */
export async function decryptDraft(key: CryptoKey, about: string, { iv, sealed }: Locked): Promise<string> {
  const additionalData = new TextEncoder().encode(about);
  return new TextDecoder().decode(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed),
  );
}
