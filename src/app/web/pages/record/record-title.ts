/** Of the specification, above the name. */
export const titleOf = (admissionNo: string | undefined): string =>
  admissionNo === undefined ? "Patient Details" : `Patient Details - ${admissionNo}`;
