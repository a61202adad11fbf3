import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod/mini";
import type { Consultation } from "#features/consultations/contract.ts";
import type { NoteTemplate } from "#features/quick-texts/contract.ts";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import {
  noPresentIllness,
  presentIllnessText,
  typedPresentIllness,
} from "#shared/clinical/present-illness.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { ConsultationForm, TypedConsultation } from "./consultation-form.ts";

export type WizardForm = UseFormReturn<TypedConsultation, unknown, z.output<typeof ConsultationForm>>;

/** The fields that a template or the last visit may fill. */
const noteFields = [
  "chiefComplaint",
  "illness",
  "physicalExamination",
  "diagnosis",
  "treatment",
  "medications",
  "followUpDate",
  "notes",
] as const;
export type NoteField = (typeof noteFields)[number];

export const noteLabels: Record<Exclude<NoteField, "followUpDate">, string> = {
  chiefComplaint: "Chief complaint",
  illness: "History",
  physicalExamination: "Physical examination",
  diagnosis: "Diagnosis",
  treatment: "Treatment plan",
  medications: "Medications",
  notes: "Additional notes",
};

/** The form values of a field: a diagnosis has the chosen ones and the text beside them. */
type Filling = Partial<TypedConsultation>;
type Fillings = Partial<Record<NoteField, Filling>>;

const illnessOf = (illness: TypedConsultation["illness"]) =>
  presentIllnessText({ ...noPresentIllness, ...illness });
const diagnosisOf = ({ diagnosis, diagnoses }: Filling) =>
  diagnosis?.trim() || diagnoses?.length
    ? JSON.stringify([diagnosis?.trim(), diagnoses?.map(({ words, code }) => [words, code])])
    : "";
const emptyIllness = illnessOf(noPresentIllness);

/** A field as text for comparison; "" while it is empty. */
export function comparable(values: Filling, field: NoteField): string {
  if (field === "diagnosis") return diagnosisOf(values);
  if (field !== "illness") return values[field]?.trim() ?? "";
  const text = values.illness ? illnessOf(values.illness) : emptyIllness;
  return text === emptyIllness ? "" : text;
}

const text = (field: Exclude<NoteField, "illness" | "diagnosis">, value: string | null): Fillings =>
  value ? { [field]: { [field]: value } } : {};

export const fillingsOfVisit = (visit: Consultation): Fillings => ({
  ...text("chiefComplaint", visit.chiefComplaint),
  illness: { illness: typedPresentIllness(visit.historyOfPresentIllness) },
  ...text("physicalExamination", visit.physicalExamination),
  diagnosis:
    visit.diagnoses.length > 0 && visit.diagnosis === joinedDiagnoses(visit.diagnoses)
      ? { diagnoses: visit.diagnoses, diagnosis: "" }
      : { diagnoses: visit.diagnoses, diagnosis: visit.diagnosis ?? "" },
  ...text("treatment", visit.treatment),
  ...text("medications", visit.medications),
  ...text("notes", visit.notes),
});

export const fillingsOfTemplate = (template: NoteTemplate, today: string): Fillings => ({
  ...text("chiefComplaint", template.chiefComplaint),
  ...(template.history && { illness: { illness: { ...noPresentIllness, details: template.history } } }),
  ...text("physicalExamination", template.examination),
  ...(template.diagnoses.length > 0 && { diagnosis: { diagnoses: template.diagnoses, diagnosis: "" } }),
  ...text("treatment", template.treatment),
  ...text("followUpDate", template.followUpInDays === null ? null : addDays(today, template.followUpInDays)),
});

const put = (form: WizardForm, filling: Filling) => {
  for (const [name, value] of Object.entries(filling))
    form.setValue(name as "notes", value as string, { shouldDirty: true });
};

/** Fills empty fields. Returns what was filled, in comparable form, and a function that undoes it. */
export function fillEmpty(
  form: WizardForm,
  fillings: Fillings,
): { filled: Partial<Record<NoteField, string>>; undo: () => void } {
  const before = structuredClone(form.getValues());
  const filled: Partial<Record<NoteField, string>> = {};
  for (const field of noteFields) {
    const filling = fillings[field];
    const wanted = filling ? comparable(filling, field) : "";
    if (!filling || !wanted || comparable(before, field)) continue;
    put(form, filling);
    filled[field] = wanted;
  }
  form.clearErrors();
  return {
    filled,
    undo: () => {
      for (const field of noteFields) {
        // Fields that were changed since keep their value.
        if (filled[field] === undefined || comparable(form.getValues(), field) !== filled[field]) continue;
        const names = Object.keys(fillings[field] ?? {}) as (keyof TypedConsultation)[];
        put(form, Object.fromEntries(names.map((name) => [name, before[name]])));
      }
    },
  };
}

/** The text of each field by its label, for the question about blanks. */
export const writtenTexts = (values: TypedConsultation) =>
  Object.entries(noteLabels).map(([field, label]) => {
    const text = values[field as keyof typeof noteLabels];
    return { label, text: typeof text === "object" && text !== null ? text.details : text };
  });
