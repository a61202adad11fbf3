import { fold } from "../formats/name-search.ts";

/** "PRC 0098412" is 98412. */
const licenseDigits = (license: string): string =>
  license.replace(/\D/g, "").replace(/^0+/, "") || fold(license);

/**
 * Whether two prescriptions are one person's: by the license number, since a name is printed with or without a middle
 * initial, title and letters.
 */
export const isSamePrescriber = (
  one: { physicianLicense: string },
  other: { physicianLicense: string },
): boolean => licenseDigits(one.physicianLicense) === licenseDigits(other.physicianLicense);
