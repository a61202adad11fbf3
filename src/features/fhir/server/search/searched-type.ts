import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { Parameter } from "./parameters.ts";
import type { Source } from "./source.ts";

/** What a type is searched in and by. */
export type SearchedType = {
  type: FhirResourceType;
  sources: readonly Source[];
  /** Whether it is of patients, and has the parameter `patient`. */
  isOfPatients: boolean;
  /** The date that rows of patients are ordered by: what lies outside is not read. */
  time?: string;
  /** A clinic has a few of them: each parameter may stand alone. */
  isShort?: true;
  /**
   * Without `patient`, `_id` or a time by an index they are refused: they compare what was read and would read the whole
   * clinic.
   */
  parameters: readonly Parameter[];
  /** Parameters that have an index of their own, with what is read by it. */
  anchors?: readonly Anchor[];
};

export type Anchor = {
  name: string;
  type: "token" | "date" | "string";
  documentation: string;
  sourcesOf: (value: string) => readonly Source[];
  /** Where another one of them is the way to the rows, this one compares. */
  matcher: Parameter["matcher"];
};
