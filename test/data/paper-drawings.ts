import { Failure } from "#shared/errors.ts";

/** Drawings of many kinds, for a pool of threads. */
export const quick = async (text: string): Promise<Uint8Array> => new TextEncoder().encode(text);

export async function endless(): Promise<Uint8Array> {
  for (;;);
}

export async function hungry(): Promise<Uint8Array> {
  const eaten: object[] = [];
  for (;;) eaten.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
}

export async function dying(): Promise<Uint8Array> {
  process.exit(3);
}

export async function refusing(): Promise<Uint8Array> {
  throw new Failure("unusable", "Shorten the name.");
}

export async function broken(): Promise<Uint8Array> {
  throw new TypeError("A defect.");
}
