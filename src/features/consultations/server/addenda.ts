import type { Consultation } from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { markedInError } from "#server/patient/entries-in-error.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { findConsultation } from "./queries.ts";

/** A consultation is read with all of its addenda. */
const mostAddenda = 100;

/** Adds a text to a consultation, which itself stays as it was written. */
export async function insertAddendum(
  clinic: ClinicScope,
  consultationId: number,
  { text, now }: { text: string; now: Date },
): Promise<Consultation> {
  const consultation = await clinic.db
    .selectFrom("consultations")
    .select(["patientId", "inErrorAt"])
    .select((row) =>
      row
        .selectFrom("consultationAddenda")
        .select((addenda) => addenda.fn.countAll<number>().as("count"))
        .where("clinicId", "=", clinic.id)
        .where("consultationId", "=", consultationId)
        .as("addenda"),
    )
    .where("clinicId", "=", clinic.id)
    .where("id", "=", consultationId)
    .executeTakeFirstOrThrow(() => notFound("Consultation"));
  if (consultation.inErrorAt !== null) throw markedInError("This consultation", "added to");
  if (Number(consultation.addenda) >= mostAddenda)
    throw new Failure(
      "unusable",
      `This consultation has ${mostAddenda} addenda already. Start a new consultation instead.`,
    );
  await clinic.db
    .insertInto("consultationAddenda")
    .values({
      clinicId: clinic.id,
      patientId: consultation.patientId,
      consultationId,
      authorId: clinic.userId,
      text,
      createdAt: now.toISOString(),
    })
    .execute();
  return findConsultation(clinic, consultation.patientId, consultationId);
}
