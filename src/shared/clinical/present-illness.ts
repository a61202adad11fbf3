import { capitalized } from "#shared/formats/capitalized.ts";

/** The five symptoms that both the wizard and the History Checklist ask for, in their order. */
export const symptoms = [
  {
    flag: "painDiscomfort",
    detail: "painLocation",
    label: "Pain / discomfort",
    asks: "Location",
    checklistKey: "location",
    checklistAsks: "Location",
  },
  {
    flag: "fever",
    detail: "feverOnset",
    label: "Fever",
    asks: "Onset",
    checklistKey: "onset",
    checklistAsks: "Onset / duration",
  },
  {
    flag: "vomiting",
    detail: "vomitingFrequency",
    label: "Vomiting",
    asks: "Frequency",
    checklistKey: "frequency",
    checklistAsks: "Frequency",
  },
  {
    flag: "diarrhea",
    detail: "diarrheaDuration",
    label: "Diarrhea",
    asks: "Duration",
    checklistKey: "duration",
    checklistAsks: "Duration",
  },
  {
    flag: "shortnessOfBreath",
    detail: "breathingDifficulty",
    label: "Shortness of breath",
    asks: "Breathing difficulty",
    checklistKey: "details",
    checklistAsks: "Details",
  },
] as const;

type Symptom = (typeof symptoms)[number];
type PresentIllness = Record<Symptom["flag"], boolean> &
  Record<Symptom["detail"], string> & {
    /** Free text next to the checkboxes. */
    details: string;
  };

export const noPresentIllness: PresentIllness = {
  painDiscomfort: false,
  painLocation: "",
  fever: false,
  feverOnset: "",
  vomiting: false,
  vomitingFrequency: "",
  diarrhea: false,
  diarrheaDuration: "",
  shortnessOfBreath: false,
  breathingDifficulty: "",
  details: "",
};

/**
 * The wizard's form of the history as JSON text: flags with their details, and free text in `details` if any. The
 * detail of an unticked box is empty.
 */
export function presentIllnessText({ details, ...illness }: PresentIllness): string {
  const stored = { ...illness, ...(details.trim() && { details: details.trim() }) };
  for (const { flag, detail } of symptoms) stored[detail] = illness[flag] ? illness[detail].trim() : "";
  return JSON.stringify(stored);
}

/** One symptom of the checklist: Yes, No, or null when unanswered. */
type ChecklistAnswer = { present: boolean | null; detail: string };
export type ChecklistAnswers = Record<Symptom["flag"], ChecklistAnswer>;

/** The checklist's history as JSON text: an object per symptom; only a Yes keeps its detail. */
export const checklistText = (answers: ChecklistAnswers): string =>
  JSON.stringify(
    Object.fromEntries(
      symptoms.map(({ flag, checklistKey }) => {
        const { present, detail } = answers[flag];
        return [flag, { present, [checklistKey]: present ? detail.trim() : "" }];
      }),
    ),
  );

type IllnessLine = { label: string; value: string };

/**
 * A stored history as lines to show. Reads the wizard's format (flags and details) and the checklist's (an object
 * with `present` per symptom, whose No is shown too) and other texts beside them; any other text is one line. Symptoms
 * that were not ticked are left out.
 */
export function presentIllnessLines(stored: string | null): IllnessLine[] {
  if (!stored) return [];
  const read = jsonObject(stored);
  if (!read) return [{ label: "History", value: stored }];
  const absent: string[] = [];
  const lines = Object.entries(read).flatMap(([key, value]): IllnessLine[] => {
    const known = symptoms.find(({ flag }) => flag === key);
    const other = otherLine(key, value, read);
    if (other) return [other];
    const label = known?.label ?? inWords(key);
    if (value === true) return [{ label, value: (known && textOf(read[known.detail])) || "Yes" }];
    if (typeof value !== "object" || value === null || !("present" in value)) return [];
    const { present, ...details } = value;
    if (present === false) absent.push(label);
    if (present !== true) return [];
    return [{ label, value: Object.values(details).map(textOf).filter(Boolean).join(", ") || "Yes" }];
  });
  return absent.length > 0 ? [...lines, { label: "Not present", value: absent.join(", ") }] : lines;
}

/** A text that a program sent beside the five symptoms. The detail of a symptom is shown with its flag. */
function otherLine(key: string, value: unknown, read: Record<string, unknown>): IllnessLine | null {
  const text = typeof value === "number" ? String(value) : textOf(value);
  const symptom = symptoms.find(({ detail }) => detail === key);
  return text === "" || (symptom && symptom.flag in read) ? null : { label: inWords(key), value: text };
}

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? { ...read } : null;
  } catch {
    return null;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

/** "shortnessOfBreath" as "Shortness of breath". */
function inWords(key: string): string {
  const words = key.replace(/([A-Z])/g, " $1").toLowerCase();
  return capitalized(words.trim());
}

/** A stored history in the wizard's form again, from any of the formats; a No of the checklist is not ticked. */
export function typedPresentIllness(stored: string | null): PresentIllness {
  const illness = { ...noPresentIllness };
  if (!stored) return illness;
  const read = jsonObject(stored);
  if (!read) return { ...illness, details: stored };
  for (const { flag, detail, checklistKey } of symptoms) {
    const value = read[flag];
    const answer = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
    illness[flag] = value === true || answer?.present === true;
    if (illness[flag]) illness[detail] = textOf(answer ? answer[checklistKey] : read[detail]);
  }
  const others = Object.entries(read)
    .filter(([key]) => key !== "details")
    .flatMap(([key, value]) => otherLine(key, value, read) ?? [])
    .map(({ label, value }) => `${label}: ${value}`);
  return { ...illness, details: [textOf(read.details), ...others].filter(Boolean).join("\n") };
}
