/** Why a DICOM file cannot be shown, in words for the user. */
export class DicomProblem extends Error {}

export const damaged = () => new DicomProblem("This file is damaged and cannot be shown.");
