import type { MergeChoices } from "#features/merges/contract.ts";
import { type ChosenField, fieldsWhere, type MergedField } from "#features/patients/patient-fields.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { type Both, isBefore, laterOf, type PatientRow } from "./both-records.ts";

type Values = Partial<PatientRow>;

/** The fields whose value can be chosen. */
export const chosenFields = fieldsWhere<ChosenField>(({ merge }) => merge === undefined);

/** The columns of a stay in hospital. */
export const ofStay = ["hospital", "roomNumber", "dateOfAdmission"] as const;

/**
 * The values that the survivor gets. Without a choice it keeps its own, or gets the other's where that is empty. What
 * follows from entries, such as the allergies and the bills, is not among them.
 */
export function mergedValues({ survivor, other }: Both, choices: MergeChoices, now: Date): Values {
  const custom = { survivor: customFields(survivor), other: customFields(other) };
  // The record seen last says how the last visit ended.
  const newer = isBefore(survivor.lastConsultationAt ?? "", other.lastConsultationAt ?? "")
    ? other
    : survivor;
  return {
    ...chosenValues({ survivor, other }, choices),
    ageToldOn: ageToldOn({ survivor, other }, choices),
    ...stay({ survivor, other }),
    laboratoryFiles: [...survivor.laboratoryFiles, ...other.laboratoryFiles],
    imagingFiles: [...survivor.imagingFiles, ...other.imagingFiles],
    otherFiles: [...survivor.otherFiles, ...other.otherFiles],
    customFields: {
      ...custom.other,
      ...Object.fromEntries(
        Object.entries(custom.survivor).filter(
          ([name, value]) => value !== "" || !Object.hasOwn(custom.other, name),
        ),
      ),
    },
    appointmentTime: nextAppointment(survivor.appointmentTime, other.appointmentTime, now),
    ownDiagnosedAt: laterOf(survivor.ownDiagnosedAt, other.ownDiagnosedAt),
    lastConsultationAt: laterOf(survivor.lastConsultationAt, other.lastConsultationAt),
    followUpDate: newer.followUpDate,
    consultationStatus: newer.consultationStatus,
    consultationCompletedAt: newer.consultationCompletedAt,
    isArchived: survivor.isArchived && other.isArchived,
    isBilled: survivor.isBilled || other.isBilled,
    isSharedPatient: survivor.isSharedPatient || other.isSharedPatient,
    originalClinicId: survivor.originalClinicId ?? other.originalClinicId,
  };
}

export const customFields = ({ customFields: values }: PatientRow): Record<string, string> =>
  values as Record<string, string>;

export const isEmpty = (value: unknown): boolean => value === null || value === "";

const mergedFields = fieldsWhere<MergedField>(({ merge }) => merge !== "own");

function chosenValues({ survivor, other }: Both, choices: MergeChoices): Values {
  const sides: Partial<Record<string, "survivor" | "other">> = choices;
  const values = mergedFields.map((field) => {
    const stays = sides[field] ?? (isEmpty(survivor[field]) ? "other" : "survivor");
    return [field, { survivor, other }[stays][field]];
  });
  return Object.fromEntries(values);
}

/** A typed age stays with the day on which it was told. */
function ageToldOn({ survivor, other }: Both, choices: MergeChoices): string | null {
  const isOthers = choices.age === "other" || survivor.age === null;
  return isOthers && other.age !== null
    ? (other.ageToldOn ?? manilaDay(new Date(other.createdAt)))
    : survivor.ageToldOn;
}

/** The stay is that of the record in hospital, which was not discharged. */
function stay({ survivor, other }: Both): Values {
  const inHospital = [other, survivor].find(({ admissionStatus }) => admissionStatus === "Admitted");
  if (!inHospital) return {};
  return {
    admissionStatus: "Admitted",
    dateOfDischarge: null,
    ...Object.fromEntries(ofStay.map((field) => [field, inHospital[field]])),
  };
}

/** The next appointment, else the last one. */
function nextAppointment(one: string | null, other: string | null, now: Date): string | null {
  const isAhead = (at: string | null) => at !== null && Date.parse(at) >= now.getTime();
  if (!isAhead(one) || !isAhead(other)) return laterOf(one, other);
  return laterOf(one, other) === one ? other : one;
}
