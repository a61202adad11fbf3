import type { VisitPurpose } from "#shared/clinical/visit-states.ts";

export const resultsOnly = "Results only: no vital signs, no bill";

export const purposeOf = (isForResults: boolean): VisitPurpose => (isForResults ? "results" : "consultation");
