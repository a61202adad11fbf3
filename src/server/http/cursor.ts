import { Failure } from "#shared/errors.ts";

/** The position to continue a list from: the sort keys of the last row, opaque to clients. */
export const toCursor = (keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString("base64url");

type Kind = "string" | "number";
type Keys<Kinds extends readonly Kind[]> = {
  -readonly [Index in keyof Kinds]: Kinds[Index] extends "number" ? number : string;
};

/** Parses a cursor; `types` gives the number and kinds of its keys. Anything else is a 400. */
export function fromCursor<const Kinds extends readonly Kind[]>(cursor: string, types: Kinds): Keys<Kinds> {
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (
      Array.isArray(keys) &&
      keys.length === types.length &&
      keys.every((key, index) => typeof key === types[index])
    )
      return keys as Keys<Kinds>;
  } catch {
    // Handled below like keys of the wrong kind.
  }
  throw pageIsGone();
}

export const pageIsGone = (): Failure =>
  new Failure("invalid", "This page no longer exists. Start from the first page.", {
    fields: { cursor: "Start from the first page." },
  });
