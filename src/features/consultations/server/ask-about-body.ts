import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { type AgeSource, ageInMonths } from "#shared/clinical/age.ts";
import { unlikelyBody } from "#shared/clinical/body-mass.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** For how long the same values of the same patient are not asked about again. */
const ONCE_IN_MS = 12 * 3_600_000;

type Measurement = {
  vitalSigns: VitalSigns | null | undefined;
  /** A registered patient, or the one who is being registered. */
  patient: number | (AgeSource & { admissionNo: string });
  now: Date;
};

/**
 * Weight and height that an adult can hardly have are refused once (409 `unlikely`): whoever sends them again means
 * them. So every client can answer, also one that only knows how to show the message and to save again.
 */
export async function askAboutBody(
  kit: Pick<Kit, "consumeRateLimit">,
  clinic: ClinicScope,
  { vitalSigns, patient, now }: Measurement,
): Promise<void> {
  if (!vitalSigns || !unlikelyBody(vitalSigns, null).height) return;
  const person = typeof patient === "number" ? await personOf(clinic, patient) : patient;
  if (!person) return;
  const { height: flag } = unlikelyBody(vitalSigns, ageInMonths(person, manilaDay(now)));
  if (!flag) return;
  const who = typeof patient === "number" ? patient : patient.admissionNo;
  const what = `unlikely body ${clinic.id} ${who} ${vitalSigns.weight} ${vitalSigns.height}`;
  if ((await kit.consumeRateLimit(what, ONCE_IN_MS, 1)).current > 1) return;
  const message = `${flag.text.replace(/[^?]$/, "$&.")} Correct it, or save again if it is right.`;
  throw new Failure("unlikely", message, { fields: { "vitalSigns.height": message } });
}

const personOf = (clinic: ClinicScope, id: number) =>
  clinic.db
    .selectFrom("patients")
    .select(["birthday", ageTold()])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
