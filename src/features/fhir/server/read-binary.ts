import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import type { Storage } from "#server/storage/storage.ts";
import { notFound } from "#shared/errors.ts";

/** Streams a patient's file that is not confidential. */
export async function readBinary(
  clinic: ClinicScope,
  id: string,
  storage: Storage,
): Promise<{ answer: FileAnswer; patientId: number }> {
  const file = /^[1-9]\d{0,14}$/.test(id)
    ? await clinic.db
        .selectFrom("files")
        .select(["patientId", "storedAs", "name", "type"])
        .where("clinicId", "=", clinic.id)
        .where("id", "=", Number(id))
        .where("removedAt", "is", null)
        .where("givenUpAt", "is", null)
        .where("confidentialToId", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!file || file.patientId === null) throw notFound("File");
  const { name, type, patientId } = file;
  const bytes = await storage.get(file.storedAs);
  return { answer: new FileAnswer({ bytes, type, name, disposition: "attachment" }), patientId };
}
