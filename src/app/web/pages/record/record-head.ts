// The head of a patient's record, which dialogs about the patient show too.
export { AlertChips } from "#features/clinical-lists/web/AlertChips.tsx";
export { ProblemOffer } from "#features/clinical-lists/web/ProblemOffer.tsx";
export { SafetyLine } from "#features/clinical-lists/web/SafetyLine.tsx";
export { SafetyStrip } from "#features/clinical-lists/web/SafetyStrip.tsx";
