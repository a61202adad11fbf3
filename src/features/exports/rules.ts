import type { ExportState } from "./contract.ts";

/** The states of an export that is being made: a clinic has one at a time. */
export const statesAtWork: readonly ExportState[] = ["waiting", "running"];

/** The states of an export that can be cancelled or removed. */
export const openStates: readonly ExportState[] = [...statesAtWork, "ready"];

export const isAtWork = ({ state }: { state: string }): boolean => statesAtWork.some((one) => one === state);
