import type { CodeableConcept, Observation, ObservationComponent } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { isConsultation } from "#features/consultations/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import {
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
  type VitalSign,
  type VitalSigns,
} from "#shared/clinical/vital-signs.ts";
import { isImported, laterChange } from "../search/later-changes.ts";
import { type RowOf, source, type Wanted } from "../search/source.ts";
import { consultationId } from "./encounter.ts";
import { quantity } from "./quantity.ts";
import { coded, codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

function selectVitals(clinic: ClinicScope, { patientId }: Pick<Wanted, "patientId">) {
  const rows = clinic.db
    .selectFrom("consultations")
    .select([
      "consultations.id",
      "consultations.patientId",
      "consultations.secretaryId",
      "consultations.consultationType",
      "consultations.isIntake",
      sql<Partial<VitalSigns> | null>`consultations.vital_signs`.as("vitalSigns"),
      "consultations.createdAt",
      "consultations.vitalsInErrorAt",
      "consultations.vitalsFromId",
      isImported(clinic, "consultations.id"),
      laterChange(clinic, {
        patient: "consultations.patientId",
        entry: { table: "consultations", id: "consultations.id" },
      }),
    ])
    .where("consultations.clinicId", "=", clinic.id)
    .where("consultations.confidentialToId", "is", null);
  // Most rows of one patient have some. With the condition the planner expects so few rows that it reads and sorts
  // all.
  return patientId === undefined ? rows.where("consultations.vitalSigns", "is not", null) : rows;
}

type VitalsRow = RowOf<typeof selectVitals>;

/** The codes of FHIR's vital signs profiles; the last two are measured in a pregnancy. */
const vitalSignCodes: Record<VitalSign, { code: string; display: string }> = {
  bloodPressure: { code: "85354-9", display: "Blood pressure panel with all children optional" },
  temperature: { code: "8310-5", display: "Body temperature" },
  pulse: { code: "8867-4", display: "Heart rate" },
  respiratoryRate: { code: "9279-1", display: "Respiratory rate" },
  oxygenSaturation: { code: "2708-6", display: "Oxygen saturation in Arterial blood" },
  weight: { code: "29463-7", display: "Body weight" },
  height: { code: "8302-2", display: "Body height" },
  bloodSugar: { code: "41653-7", display: "Glucose [Mass/volume] in Capillary blood by Glucometer" },
  headCircumference: { code: "9843-4", display: "Head Occipital-frontal circumference" },
  fundalHeight: { code: "11881-0", display: "Uterus Fundal height Tape measure" },
  fetalHeartTone: { code: "55283-6", display: "Fetal Heart rate" },
};

const codeOf = (sign: VitalSign): CodeableConcept => ({
  ...coded(codeSystems.loinc, vitalSignCodes[sign].code, vitalSignCodes[sign].display),
  text: VITAL_SIGN_LABELS[sign],
});

const pressures = [
  ["8480-6", "Systolic blood pressure"],
  ["8462-4", "Diastolic blood pressure"],
] as const;

const pressureParts = (typed: string): ObservationComponent[] => {
  const values = typed.split("/").map(Number);
  return pressures.flatMap(([code, display], place) => {
    const value = values[place];
    return value === undefined || !Number.isFinite(value)
      ? []
      : [
          {
            code: coded(codeSystems.loinc, code, display),
            valueQuantity: quantity(value, VITAL_SIGN_UNITS.bloodPressure),
          },
        ];
  });
};

const detailOf = (signs: Partial<VitalSigns>, sign: VitalSign) =>
  sign === "height"
    ? signs.heightPosition
    : sign === "bloodSugar"
      ? signs.bloodSugarTiming
      : sign === "fundalHeight"
        ? signs.presentation
        : null;

const readingOf = (value: string | number, sign: VitalSign) =>
  sign === "bloodPressure"
    ? { component: pressureParts(String(value)) }
    : { valueQuantity: quantity(Number(value), VITAL_SIGN_UNITS[sign]) };

/** One per measured sign. What repeats another entry's reading has none of its own. */
function vitalsAsObservations(row: VitalsRow): Observation[] {
  const signs = row.vitalsFromId === null ? (row.vitalSigns ?? {}) : {};
  return VITAL_SIGNS.flatMap((sign) => {
    const value = signs[sign];
    if (value == null) return [];
    const detail = detailOf(signs, sign);
    return [
      filled<Observation>({
        resourceType: "Observation",
        id: `vital-${row.id}-${sign}`,
        meta: metaOf(row.createdAt, row.vitalsInErrorAt, row.laterAt),
        status: row.vitalsInErrorAt === null ? "final" : "entered-in-error",
        category: [coded(codeSystems.observationCategory, "vital-signs", "Vital Signs")],
        code: codeOf(sign),
        subject: referTo("Patient", row.patientId),
        encounter: isConsultation(row) ? referTo("Encounter", consultationId(row.id)) : null,
        effectiveDateTime: dayOrInstant(row.createdAt, row.isImported),
        performer: row.secretaryId ? [referTo("Practitioner", row.secretaryId)] : [],
        ...readingOf(value, sign),
        note: detail ? [{ text: detail }] : [],
      }),
    ];
  });
}

/** The vital signs of consultations. */
export const vitalSource = source({
  prefix: "vital-",
  isInParts: true,
  select: selectVitals,
  id: "consultations.id",
  patient: "consultations.patientId",
  newest: { column: "consultations.createdAt", type: "timestamptz" },
  asResources: vitalsAsObservations,
});
