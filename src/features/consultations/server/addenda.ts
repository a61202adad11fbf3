import { sql } from "kysely";
import type { Consultation } from "#features/consultations/contract.ts";
import type { Clinic } from "#server/db.ts";
import { notFound } from "#shared/errors.ts";
import { findConsultation } from "./queries.ts";

/** Puts a text under a consultation, which itself stays as it was written (decision B26). */
export async function insertAddendum(
  clinic: Clinic,
  consultationId: number,
  { text, now }: { text: string; now: Date },
): Promise<Consultation> {
  const written = await clinic.db
    .insertInto("consultationAddenda")
    .columns(["clinicId", "patientId", "consultationId", "authorId", "text", "createdAt"])
    .expression((db) =>
      db
        .selectFrom("consultations")
        .select([
          "clinicId",
          "patientId",
          "id as consultationId",
          sql<number>`${clinic.userId}::bigint`.as("authorId"),
          sql<string>`${text}::text`.as("text"),
          sql<string>`${now.toISOString()}::timestamptz`.as("createdAt"),
        ])
        .where("clinicId", "=", clinic.id)
        .where("id", "=", consultationId),
    )
    .returning("patientId")
    .executeTakeFirst();
  if (!written) throw notFound("Consultation");
  return findConsultation(clinic, written.patientId, consultationId);
}
