import * as z from "zod/mini";
import {
  type SignDetail,
  VITAL_SIGNS,
  type VitalSign,
  VitalSignsEntry,
} from "#shared/clinical/vital-signs.ts";

/** Vital signs as typed: text, empty if not measured. */
export type TypedVitalSigns = Record<VitalSign | SignDetail, string>;

export const noTypedVitalSigns: TypedVitalSigns = {
  bloodPressure: "",
  temperature: "",
  pulse: "",
  respiratoryRate: "",
  oxygenSaturation: "",
  weight: "",
  height: "",
  bloodSugar: "",
  bloodSugarTiming: "",
  headCircumference: "",
  /** Empty: the default for the age. */
  heightPosition: "",
  fundalHeight: "",
  fetalHeartTone: "",
  presentation: "",
};

const text = z.string();

/** A form's part for VitalSignsFields: texts in, one object of vital signs out, impossible values by their field. */
export const VitalSignsForm = z.pipe(
  z.object({
    bloodPressure: text,
    temperature: text,
    pulse: text,
    respiratoryRate: text,
    oxygenSaturation: text,
    weight: text,
    height: text,
    bloodSugar: text,
    bloodSugarTiming: text,
    headCircumference: text,
    heightPosition: text,
    fundalHeight: text,
    fetalHeartTone: text,
    presentation: text,
  }),
  z.pipe(
    z.transform((typed: TypedVitalSigns): z.input<typeof VitalSignsEntry> => typed),
    VitalSignsEntry,
  ),
);

export const hasTypedVitalSigns = (typed: TypedVitalSigns): boolean =>
  VITAL_SIGNS.some((sign) => typed[sign].trim() !== "");
