import type { Attachment, DocumentReference } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { laterChange } from "../search/later-changes.ts";
import { codings, date, impliedToken, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

const selectFiles = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("files")
    .select([
      "files.id",
      "files.clinicId",
      sql<number>`files.patient_id`.as("patientId"),
      "files.name",
      "files.type",
      "files.size",
      "files.category",
      "files.uploadedById",
      "files.uploadedAt",
      "files.attachedAt",
      laterChange(clinic, { patient: "files.patientId" }),
    ])
    .where("files.clinicId", "=", clinic.id)
    .where("files.patientId", "is not", null)
    .where("files.removedAt", "is", null)
    .where("files.givenUpAt", "is", null)
    .where("files.confidentialToId", "is", null);

type FileRow = RowOf<typeof selectFiles>;

const categories: Record<string, string> = {
  laboratory: "Laboratory",
  imaging: "Imaging",
  other: "Other",
};

/** A file of the patient; its bytes are read at `Binary/{id}`. */
const asDocumentReference = (row: FileRow): DocumentReference => {
  const category = row.category ?? "other";
  return filled<DocumentReference>({
    resourceType: "DocumentReference",
    id: String(row.id),
    meta: metaOf(row.uploadedAt, row.attachedAt, row.laterAt),
    status: "current",
    docStatus: "final",
    type: { text: row.name },
    category: [coded(codeSystems.fileCategory, category, categories[category])],
    subject: referTo("Patient", row.patientId),
    date: row.uploadedAt,
    author: row.uploadedById ? [referTo("Practitioner", row.uploadedById)] : [],
    custodian: referTo("Organization", row.clinicId),
    content: [
      {
        attachment: filled<Attachment>({
          contentType: row.type,
          url: `Binary/${row.id}`,
          size: row.size,
          title: row.name,
          creation: row.uploadedAt,
        }),
      },
    ],
  });
};

const files = source({
  select: selectFiles,
  id: "files.id",
  patient: "files.patientId",
  newest: { column: "files.uploadedAt", type: "timestamptz" },
  asResources: (row) => [asDocumentReference(row)],
});

export const documentReferences: SearchedType = {
  type: "DocumentReference",
  sources: [files],
  isOfPatients: true,
  time: "date",
  parameters: [
    token<DocumentReference>(
      "category",
      ({ category }) => codings(...(category ?? [])),
      "laboratory, imaging or other.",
    ),
    date<DocumentReference>("date", (reference) => reference.date, "When it was uploaded."),
    impliedToken<DocumentReference>("status", "documentStatus", ({ status }) => status, "current."),
  ],
};
