import * as z from "zod/mini";
import { ConsultationDraft } from "#features/consultations/contract.ts";
import type { ChecklistAnswers } from "#shared/clinical/present-illness.ts";

const Answer = z.object({
  present: z.nullable(z.boolean()),
  detail: z.string().check(z.maxLength(2000, "Use at most 2,000 characters")),
});

export const ChecklistForm = z.object({
  chiefComplaint: ConsultationDraft.shape.chiefComplaint,
  symptoms: z.object({
    painDiscomfort: Answer,
    fever: Answer,
    vomiting: Answer,
    diarrhea: Answer,
    shortnessOfBreath: Answer,
  }),
});

const noAnswer = { present: null, detail: "" };
export const emptyChecklist: { chiefComplaint: string; symptoms: ChecklistAnswers } = {
  chiefComplaint: "",
  symptoms: {
    painDiscomfort: noAnswer,
    fever: noAnswer,
    vomiting: noAnswer,
    diarrhea: noAnswer,
    shortnessOfBreath: noAnswer,
  },
};
