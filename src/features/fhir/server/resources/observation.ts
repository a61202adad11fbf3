import type { Observation } from "@medplum/fhirtypes";
import { codings, date, impliedToken, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { fieldSources } from "./patient-observation.ts";
import { testSource } from "./result.ts";
import { vitalSource } from "./vital-observations.ts";

export const observations: SearchedType = {
  type: "Observation",
  sources: [vitalSource, testSource, ...fieldSources],
  isOfPatients: true,
  time: "date",
  parameters: [
    token<Observation>(
      "category",
      ({ category }) => codings(...(category ?? [])),
      "vital-signs, laboratory or social-history. The gestation at birth has none.",
    ),
    token<Observation>(
      "code",
      ({ code, component }) => codings(code, ...(component ?? []).map((part) => part.code)),
      "LOINC, or Klinika's code of a laboratory test. Systolic and diastolic pressure find the blood pressure they are parts of.",
    ),
    date<Observation>(
      "date",
      ({ effectiveDateTime }) => effectiveDateTime,
      "When it was measured or collected; of the gestation at birth, the birthday.",
    ),
    impliedToken<Observation>(
      "status",
      "observationStatus",
      ({ status }) => status,
      "final, corrected, cancelled (a test without a result) or entered-in-error.",
    ),
  ],
};
