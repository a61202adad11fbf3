/** ms during which the first screen has the network and the CPU to itself. */
export const restMs = 2_000;
