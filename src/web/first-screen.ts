/** ms for which the first screen has the link and the processor to itself. */
export const restMs = 2_000;
