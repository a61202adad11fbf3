import type { DocumentReference } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { asDocumentReference } from "../resources/document-reference.ts";
import { laterChange } from "./later-changes.ts";
import { codings, date, impliedToken, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const files = source({
  select: (clinic) =>
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
      .where("files.confidentialToId", "is", null),
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
