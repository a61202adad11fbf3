/** A row of a growth table: the power, the median and the coefficient of variation at an age or a length. */
export type Lms = { l: number; m: number; s: number };

const at = ({ l, m, s }: Lms, z: number): number =>
  l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l);

const plainZ = ({ l, m, s }: Lms, value: number): number =>
  l === 0 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s);

/**
 * The z-score of a value. Indicators that include weight are so skewed that the formula misleads in the tails:
 * beyond ±3 the distance between the second and the third SD is extrapolated (WHO 2006, chapter 7).
 */
export function zScore(row: Lms, value: number, isSkewed: boolean): number {
  const z = plainZ(row, value);
  if (!isSkewed || Math.abs(z) <= 3) return z;
  const third = at(row, 3 * Math.sign(z));
  const step = Math.abs(third - at(row, 2 * Math.sign(z)));
  return 3 * Math.sign(z) + (value - third) / step;
}

/** The value at a z-score: the inverse of `zScore`. */
export function valueAt(row: Lms, z: number, isSkewed: boolean): number {
  if (!isSkewed || Math.abs(z) <= 3) return at(row, z);
  const third = at(row, 3 * Math.sign(z));
  const step = Math.abs(third - at(row, 2 * Math.sign(z)));
  return third + (z - 3 * Math.sign(z)) * step;
}

/** Interpolates each of the three parameters between two rows, as the WHO's programs do. */
export const between = (low: Lms, high: Lms, part: number): Lms => ({
  l: low.l + part * (high.l - low.l),
  m: low.m + part * (high.m - low.m),
  s: low.s + part * (high.s - low.s),
});

/** The share of children below a z-score, in per cent: the normal distribution (complementary error function to 1.2e-7). */
export function centileOf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  const sum = terms.reduceRight((inner, term) => term + t * inner, 0);
  const tail = (100 * t * Math.exp(-x * x + sum)) / 2;
  return z < 0 ? tail : 100 - tail;
}

/** The lines in charts. */
export const centileLines = [
  { centile: 3, z: -1.880794 },
  { centile: 15, z: -1.036433 },
  { centile: 50, z: 0 },
  { centile: 85, z: 1.036433 },
  { centile: 97, z: 1.880794 },
] as const;
export const sdLines = [-3, -2, 0, 2, 3] as const;
