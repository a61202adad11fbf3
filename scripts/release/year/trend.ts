/** A measured value, and what it is compared with: hours, or the work done. */
export type Point = { at: number; value: number };

/** Least squares: the growth of the value per `at`, its standard error, and the mean value. */
export type Trend = { slope: number; error: number; mean: number };

export function trendOf(points: readonly Point[]): Trend {
  const n = points.length;
  const mean = points.reduce((sum, { value }) => sum + value, 0) / n;
  if (n < 3) return { slope: Number.NaN, error: Number.NaN, mean };
  const middle = points.reduce((sum, { at }) => sum + at, 0) / n;
  const spread = points.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  const slope = points.reduce((sum, { at, value }) => sum + (at - middle) * (value - mean), 0) / spread;
  const rest = points.reduce((sum, { at, value }) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (n - 2) / spread), mean };
}

/** No growth beyond a share of the mean, except what the scatter explains. */
export const isFlat = ({ slope, error, mean }: Trend, share: number): boolean =>
  slope - 2 * error <= share * mean;

/** What each piece of work adds, in the first half of the points and in the second. */
export function addedByHalf(points: readonly Point[]): { first: number; second: number } {
  const half = Math.ceil(points.length / 2);
  return { first: trendOf(points.slice(0, half)).slope, second: trendOf(points.slice(-half)).slope };
}
