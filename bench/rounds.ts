/** Arms of a comparison, one after the other in every round, so that what disturbs one disturbs all. */
export async function rounds<Arm extends string, Told>(
  count: number,
  arms: Record<Arm, () => Promise<Told>>,
): Promise<Record<Arm, Told>[]> {
  const all: Record<Arm, Told>[] = [];
  for (let round = 0; round < count; round += 1) {
    const told: Partial<Record<Arm, Told>> = {};
    for (const [arm, run] of Object.entries(arms) as [Arm, () => Promise<Told>][]) told[arm] = await run();
    all.push(told as Record<Arm, Told>);
  }
  return all;
}

/** "0.68–0.74": the least and the most of the rounds. */
export const spreadOf = (values: readonly number[], digits = 2) =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
