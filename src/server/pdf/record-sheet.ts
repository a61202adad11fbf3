import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { bornText } from "#shared/clinical/growth/words.ts";
import { notFound } from "#shared/errors.ts";
import { formatInstant, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { signedName } from "#shared/formats/printed-names.ts";
import { isDoctor, type Role } from "#shared/permissions.ts";
import { logoOf } from "./clinic-logo.ts";
import type { Papers } from "./papers.ts";
import type { drawRecordPdf, RecordSheet } from "./record-pdf.ts";

/** `drawRecordPdf`, for a worker thread. */
export const recordDrawing = {
  module: new URL("./record-pdf.ts", import.meta.url).href,
  name: "drawRecordPdf",
};

/** `at`: when it was written, or now for what is printed as of today. `what` begins the file's name. */
export async function printRecord(
  clinic: ClinicScope,
  papers: Papers,
  sheet: RecordSheet,
  { what, at }: { what: string; at: Date },
): Promise<FileAnswer> {
  const logo = await logoOf(clinic);
  const bytes = await papers.draw<typeof drawRecordPdf>(clinic.id, recordDrawing, sheet, at, logo);
  return pdfAnswer(bytes, `${what}-${inFileName(sheet.patient.name)}-${manilaDay(at)}`);
}

/** Clinic, patient and author for the head of the page; the patient's age on that day. */
export async function findSurroundings(
  clinic: ClinicScope,
  patientId: number,
  at: string,
  authorId: number | null,
) {
  const row = await clinic.db
    .selectFrom("patients as p")
    .innerJoin("clinics as c", "c.id", "p.clinicId")
    .leftJoin("users as author", (join) =>
      join.on("author.clinicId", "=", clinic.id).on("author.id", "=", authorId),
    )
    .leftJoin("practitioners as practitioner", (join) =>
      join.on("practitioner.clinicId", "=", clinic.id).onRef("practitioner.userId", "=", "author.id"),
    )
    .select([
      "p.patientName",
      "p.admissionNo",
      "p.birthday",
      "p.gestationDays",
      ageTold("p"),
      "p.sex",
      "p.allergies",
      "c.name as clinicName",
      "c.address as clinicAddress",
      "c.phone as clinicPhone",
      "author.firstName",
      "author.lastName",
      "practitioner.credentials",
      "practitioner.printedName",
      "author.role",
      "practitioner.licenseNumber",
    ])
    .where("p.clinicId", "=", clinic.id)
    .where("p.id", "=", patientId)
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  const author = signedName(row);
  const isSigned = row.role !== null && isDoctor(row.role as Role);
  return {
    clinic: {
      name: row.clinicName,
      address: row.clinicAddress,
      phone: row.clinicPhone && formatPhone(row.clinicPhone),
    },
    patient: {
      name: row.patientName,
      facts: [
        ageSex(row, manilaDay(new Date(at))),
        row.admissionNo,
        row.birthday && `born ${formatLongDay(row.birthday)}`,
        bornText(row, manilaDay(new Date(at))),
      ]
        .filter(Boolean)
        .join(" · "),
      allergies: `Allergies: ${row.allergies?.trim() || "not recorded"}`,
    },
    written: `Recorded ${formatInstant(at)}${author ? ` by ${author}` : ""}`,
    ...(isSigned && {
      signature: { name: author, lines: [`PRC License No. ${row.licenseNumber || "not given"}`] },
    }),
  };
}
