import {
  addPregnancy,
  changePregnancy,
  type Pregnancy,
  type PregnancyChanges,
} from "#features/pregnancies/contract.ts";

/** What a form needs to create a row, or to change the given one. */
export const savingPregnancy = (patientId: number, row: Pregnancy | null) => ({
  endpoint: row ? changePregnancy : addPregnancy,
  requestOf: ({ state, ...body }: PregnancyChanges) =>
    row
      ? {
          params: { id: String(patientId), rowId: String(row.id) },
          body: { ...body, ...(state && { state }) },
          ifMatch: row.version,
        }
      : { params: { id: String(patientId) }, body },
  words: {
    done: ({ state }: Pick<Pregnancy, "state">) =>
      state === "entered_in_error" ? "Marked as entered in error" : "Pregnancy saved",
    failed: "Failed to save the pregnancy",
  },
  invalidatesOnError: row !== null,
});
