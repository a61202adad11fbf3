/** Numbers by chance that the same seed gives again. */
export type Random = {
  /** A whole number below `limit`. */
  below(limit: number): number;
  one<T>(of: readonly T[]): T;
};

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    one: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T,
  };
}
