import { createHash } from "node:crypto";
import type { Patient } from "#features/patients/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import type { SentFile } from "#server/http/receive-files.ts";
import { redrawPicture } from "#server/storage/images.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { asPatient, patientColumns } from "./patient-columns.ts";
import { findPatient } from "./queries.ts";

/** Pixels per side: twice the largest size it is shown in. */
const SIDE = 256;

/** The square picture that is stored for a photo. */
export const resizedPhoto = async (clinicId: number, photo: SentFile): Promise<Buffer> =>
  redrawPicture(
    clinicId,
    await photo.read(0, photo.size),
    { width: SIDE, height: SIDE, fit: "cover", as: "jpeg" },
    "photo",
  );

/**
 * Replaces the patient's photo. The record's version does not change, because no field of an open form conflicts with
 * it.
 */
export async function setPhoto(
  clinic: ClinicScope,
  id: number,
  picture: Buffer,
  now: Date,
): Promise<Patient> {
  const name = createHash("sha256").update(picture).digest("hex").slice(0, 16);
  const row = await clinic.transaction(async ({ db }) => {
    const changed = await db
      .updateTable("patients")
      .set({ patientPhoto: name, updatedAt: now.toISOString() })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .returning(patientColumns)
      .executeTakeFirst();
    if (!changed) throw notFound("Patient");
    await db
      .insertInto("patientPhotos")
      .values({ clinicId: clinic.id, patientId: id, picture, createdAt: now.toISOString() })
      .onConflict((conflict) =>
        conflict.columns(["clinicId", "patientId"]).doUpdateSet((known) => ({
          picture: known.ref("excluded.picture"),
          createdAt: known.ref("excluded.createdAt"),
        })),
      )
      .execute();
    return changed;
  });
  return asPatient(row, manilaDay(now));
}

/** Repeating it changes nothing. */
export async function removePhoto(clinic: ClinicScope, id: number, now: Date): Promise<Patient> {
  const row = await clinic.transaction(async ({ db }) => {
    const changed = await db
      .updateTable("patients")
      .set({ patientPhoto: null, updatedAt: now.toISOString() })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .where("patientPhoto", "is not", null)
      .returning(patientColumns)
      .executeTakeFirst();
    if (changed)
      await db
        .deleteFrom("patientPhotos")
        .where("clinicId", "=", clinic.id)
        .where("patientId", "=", id)
        .execute();
    return changed;
  });
  const today = manilaDay(now);
  return row ? asPatient(row, today) : findPatient(clinic, id, today);
}

export async function readPhoto(clinic: ClinicScope, id: number): Promise<FileAnswer> {
  const row = await clinic.db
    .selectFrom("patientPhotos")
    .select("picture")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Photo"));
  return new FileAnswer({
    bytes: row.picture,
    type: "image/jpeg",
    name: "photo.jpg",
    disposition: "inline",
  });
}
