import type {
  CapabilityStatement,
  CapabilityStatementRestResource,
  CapabilityStatementRestResourceSearchParam,
} from "@medplum/fhirtypes";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import type { SearchedType } from "./search/searched-type.ts";

type SearchParam = CapabilityStatementRestResourceSearchParam;

function searchParamsOf({ isOfPatients, anchors = [], parameters }: SearchedType): SearchParam[] {
  const patient: SearchParam = {
    name: "patient",
    type: "reference",
    documentation: "One patient: 12 or Patient/12.",
  };
  return [
    { name: "_id", type: "token", documentation: "Up to 200, parted by commas." },
    { name: "_lastUpdated", type: "date", documentation: "When it was changed last." },
    ...(isOfPatients ? [patient] : []),
    ...[...anchors, ...parameters].map(
      ({ name, type, documentation }): SearchParam => ({ name, type, documentation }),
    ),
  ];
}

const resources = (): CapabilityStatementRestResource[] => [
  ...fhirResourceTypes.map(
    (type): CapabilityStatementRestResource => ({
      type,
      interaction: [{ code: "read" }, { code: "search-type" }],
      versioning: "versioned",
      readHistory: false,
      updateCreate: false,
      searchParam: searchParamsOf(searchedTypes[type]),
      ...(type === "Patient" && {
        operation: [
          {
            name: "everything",
            definition: "http://hl7.org/fhir/OperationDefinition/Patient-everything",
          },
        ],
      }),
    }),
  ),
  { type: "Binary", interaction: [{ code: "read" }], documentation: "The bytes of a DocumentReference." },
];

/** The capability statement, derived from the search definitions. */
export const capabilityStatement = (base: string): CapabilityStatement => ({
  resourceType: "CapabilityStatement",
  status: "active",
  date: "2026-11-28",
  kind: "instance",
  software: { name: "Klinika" },
  implementation: { description: "A clinic's records, read only", url: base },
  fhirVersion: "4.0.1",
  format: ["application/fhir+json"],
  rest: [
    {
      mode: "server",
      security: {
        description:
          "An API key as a bearer token. The clinic's owner makes keys under Settings, Integrations, each for some types.",
      },
      resource: resources(),
      operation: [
        {
          name: "export",
          definition: "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export",
        },
      ],
    },
  ],
});
