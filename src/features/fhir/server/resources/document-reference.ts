import type { Attachment, DocumentReference } from "@medplum/fhirtypes";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

export type FileRow = {
  id: number;
  clinicId: number;
  patientId: number;
  name: string;
  type: string;
  size: number;
  category: string | null;
  uploadedById: number | null;
  uploadedAt: string;
  attachedAt: string | null;
  laterAt: string | null;
};

const categories: Record<string, string> = {
  laboratory: "Laboratory",
  imaging: "Imaging",
  other: "Other",
};

/** A file of the patient; its bytes are read at `Binary/{id}`. */
export const asDocumentReference = (row: FileRow): DocumentReference => {
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
