/** How queries write the clinic's id in a comparison; the parameter is captured. */
const sent = String.raw`(?:any\(array\[)?(\$\d+)(?:\]::bigint\[\]\))?`;

/** Matches the comparison of a column with the clinic. */
export const comparedWithClinic = (column: string) => new RegExp(`${column}\\s*=\\s*${sent}`, "g");

/** `"patients"."clinic_id" = $1` */
export const clinicCondition = comparedWithClinic(String.raw`(?:"?\w+"?\.)?(?<!\w)"?clinic_id"?`);
