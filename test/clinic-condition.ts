/** What a clinic is compared with, in both ways that queries write it; the parameter is captured. */
const sent = String.raw`(?:any\(array\[)?(\$\d+)(?:\]::bigint\[\]\))?`;

/** A pattern of a column's comparison with the clinic that acts. */
export const comparedWithClinic = (column: string) => new RegExp(`${column}\\s*=\\s*${sent}`, "g");

/** `"patients"."clinic_id" = $1` */
export const clinicCondition = comparedWithClinic(String.raw`(?:"?\w+"?\.)?"?clinic_id"?`);
