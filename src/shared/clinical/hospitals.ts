/** The hospitals of the specification, stored as spelled here. */

const WIZARD = [
  "St. Luke's Medical Center",
  "Philippine General Hospital",
  "Makati Medical Center",
  "Asian Hospital and Medical Center",
  "The Medical City",
  "Cardinal Santos Medical Center",
  "Veterans Memorial Medical Center",
  "National Kidney and Transplant Institute",
  "Philippine Heart Center",
  "Lung Center of the Philippines",
] as const;

const SINGLE_FORM = [
  "Cebu Doctors' University Hospital",
  "Mactan Doctors Hospital",
  "North General Hospital",
  "South General Hospital",
  "Allegiant Regional Care Hospital",
  "The Hospital at Maayo",
  "St. Vincent General Hospital",
  "Allied Care Experts Medical Center - Bohol",
  "Perpetual Succour Hospital",
  "Chong Hua Hospital - Mandaue",
  "Chong Hua Hospital - Fuente",
  "Philippine General Hospital",
] as const;

export type HospitalForm = "wizard" | "single" | "edit";

/** The specification does not list the edit dialog's twelve; they are assumed to be the single form's. */
const OWN_LIST: Record<HospitalForm, readonly string[]> = {
  wizard: WIZARD,
  single: SINGLE_FORM,
  edit: SINGLE_FORM,
};

/** The number of options from the form's own list; the rest follows a divider. */
export const ownHospitalCount = (form: HospitalForm): number => OWN_LIST[form].length;

/** The form's own list in its order, then the rest of the 21 names. The form itself adds "Other" with free text. */
export const hospitalChoices = (form: HospitalForm): string[] => [
  ...new Set([...OWN_LIST[form], ...WIZARD, ...SINGLE_FORM]),
];
