import type { ImportMapping } from "../contract.ts";

/** Answers that a list stored by the release before does not have. */
export const newAnswers: Pick<ImportMapping, "missingSex" | "toRemarks"> = {
  missingSex: null,
  toRemarks: [],
};
