import { lmsOf } from "#features/growth/server/lms-tables.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { type AgeSource, ageInMonths } from "#shared/clinical/age.ts";
import { unlikelyAlone, unlikelyBody } from "#shared/clinical/body-mass.ts";
import { daysOfAge, growthOf, type Measured } from "#shared/clinical/growth/indicators.ts";
import { beyondLimits } from "#shared/clinical/growth/limits.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { Failure } from "#shared/errors.ts";

/** For how long the same values of the same patient are not asked about again. */
const ONCE_IN_MS = 12 * 3_600_000;

type Person = AgeSource & { sex?: string | null | undefined; gestationDays?: number | null | undefined };

type Measurement = {
  vitalSigns: VitalSigns | null | undefined;
  /** A registered patient, or the one who is being registered. */
  patient: number | (Person & { admissionNo: string });
  /** The Manila day on which it was measured. */
  day: string;
};

/**
 * Measurements that a child of this age cannot have, or an adult hardly, are refused once (409 `unlikely`): whoever sends
 * them again means them. So every client can answer, also one that only knows how to show the message and to save again.
 */
export async function askAboutBody(
  kit: Pick<Kit, "consumeRateLimit">,
  clinic: ClinicScope,
  { vitalSigns, patient, day }: Measurement,
): Promise<void> {
  const measured = vitalSigns && bodyOf(vitalSigns);
  if (!measured) return;
  const person = typeof patient === "number" ? await personOf(clinic, patient) : patient;
  if (!person) return;
  const flags = Object.entries(unlikelyIn(measured, person, day));
  if (flags.length === 0) return;
  const who = typeof patient === "number" ? patient : patient.admissionNo;
  const { weight, height, headCircumference } = measured;
  const what = `unlikely body ${clinic.id} ${who} ${weight} ${height} ${headCircumference}`;
  if ((await kit.consumeRateLimit(what, ONCE_IN_MS, 1)).current > 1) return;
  const fields = flags.map(([sign, { text }]) => [
    `vitalSigns.${sign}`,
    `${text.replace(/[^?]$/, "$&.")} Correct it, or save again if it is right.`,
  ]);
  throw new Failure("unlikely", fields[0]?.[1] ?? "", { fields: Object.fromEntries(fields) });
}

function bodyOf(signs: VitalSigns): Measured | null {
  const { weight, height, headCircumference = null, heightPosition = null } = signs;
  if (weight === null && height === null && headCircumference === null) return null;
  return { weight, height, headCircumference, heightPosition };
}

/** By the WHO's limits as far as their tables go, otherwise by what an adult can have. */
function unlikelyIn(measured: Measured, person: Person, day: string) {
  const { birthday, sex, gestationDays: gestation = null } = person;
  const points =
    birthday && (sex === "M" || sex === "F")
      ? growthOf(measured, { sex, ageInDays: daysOfAge(birthday, day), gestation }, lmsOf)
      : [];
  if (points.length > 0) return beyondLimits(points.filter(({ isAssessed }) => isAssessed));
  const months = ageInMonths(person, day);
  return { ...unlikelyBody(measured, months), ...unlikelyAlone(measured, months) };
}

const personOf = (clinic: ClinicScope, id: number) =>
  selectPatient(clinic, id).select(["birthday", ageTold(), "sex", "gestationDays"]).executeTakeFirst();
