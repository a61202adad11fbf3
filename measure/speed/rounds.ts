/**
 * Arms of a comparison, one after the other in every round, so that what disturbs one disturbs all; every other round
 * backwards, so that what grows or fades with time favours none.
 */
export async function rounds<Arm extends string, Told>(
  count: number,
  arms: Record<Arm, () => Promise<Told>>,
): Promise<Record<Arm, Told>[]> {
  const forwards = Object.entries(arms) as [Arm, () => Promise<Told>][];
  const all: Record<Arm, Told>[] = [];
  for (let round = 0; round < count; round += 1) {
    const told: Partial<Record<Arm, Told>> = {};
    for (const [arm, run] of round % 2 === 0 ? forwards : forwards.toReversed()) told[arm] = await run();
    all.push(told as Record<Arm, Told>);
  }
  return all;
}

/** "0.68–0.74": the least and the most of the rounds. */
export const spreadOf = (values: readonly number[], digits = 2) =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
