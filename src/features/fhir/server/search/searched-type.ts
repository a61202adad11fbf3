import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { Parameter } from "./parameters.ts";
import type { Source } from "./source.ts";

/** How a type is searched. */
export type SearchedType = {
  type: FhirResourceType;
  sources: readonly Source[];
  /** Whether its rows belong to patients, with the parameter `patient`. */
  isOfPatients: boolean;
  /** The date that a patient's rows are ordered by: rows outside a range are not read. */
  time?: string;
  /** A clinic has few of them: each parameter may be used alone. */
  isShort?: true;
  /**
   * Parameters that only filter what was read. Without `patient`, `_id` or an indexed time they are refused, since
   * they would read the whole clinic.
   */
  parameters: readonly Parameter[];
  /** Indexed parameters, with the source that uses each index. */
  anchors?: readonly Anchor[];
};

export type Anchor = {
  name: string;
  type: "token" | "date" | "string";
  documentation: string;
  sourcesOf: (value: string) => readonly Source[];
  /** Filters when another parameter's index is used. */
  matcher: Parameter["matcher"];
};
