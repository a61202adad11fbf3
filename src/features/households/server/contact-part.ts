import type { Contact } from "#features/households/contract.ts";
import type { RecordPart } from "#server/pdf/record-pdf.ts";

export type FamilyContact = Contact & { as: "next_of_kin" | "guardian" };

/** In the patient's copy. */
export const contactPart = ({ as, name, relation, phone }: FamilyContact): RecordPart => ({
  label: as === "guardian" ? "Guardian" : "Next of kin",
  text: [name, relation, phone].filter(Boolean).join(", "),
});
