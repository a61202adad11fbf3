import { sql } from "kysely";
import type { Consultation } from "#features/consultations/contract.ts";
import type { Clinic } from "#server/db.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { findConsultation } from "./queries.ts";

/** A consultation is read with all of its addenda. */
const mostAddenda = 100;

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
        .where("id", "=", consultationId)
        .where((consultation) =>
          consultation(
            consultation
              .selectFrom("consultationAddenda as before")
              .select((row) => row.fn.countAll<number>().as("count"))
              .where("before.clinicId", "=", clinic.id)
              .where("before.consultationId", "=", consultationId),
            "<",
            mostAddenda,
          ),
        ),
    )
    .returning("patientId")
    .executeTakeFirst();
  if (!written) throw await reasonFor(clinic, consultationId);
  return findConsultation(clinic, written.patientId, consultationId);
}

async function reasonFor(clinic: Clinic, consultationId: number): Promise<Failure> {
  const found = await clinic.db
    .selectFrom("consultations")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", consultationId)
    .executeTakeFirst();
  return found
    ? new Failure(
        "unusable",
        `This consultation has ${mostAddenda} addenda already. Write what is new in a new consultation.`,
      )
    : notFound("Consultation");
}
