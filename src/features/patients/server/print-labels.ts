import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import type { LabelStockId } from "#shared/label-stock.ts";
import type { drawLabelsPdf } from "./labels-pdf.ts";
import { findPatient } from "./queries.ts";

/** Labels of a patient, or the patient's card, named labels-{number}.pdf. */
export async function printLabels(
  clinic: ClinicScope,
  id: number,
  {
    paper,
    count,
    skip,
    papers,
    now,
  }: { paper: LabelStockId; count: number; skip: number; papers: Papers; now: Date },
): Promise<FileAnswer> {
  const today = manilaDay(now);
  const patient = await findPatient(clinic, id, today);
  const its = await clinic.db
    .selectFrom("clinics")
    .select(["name", "phone"])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const { patientName, admissionNo, birthday } = patient;
  const bytes = await papers.draw<typeof drawLabelsPdf>(
    clinic.id,
    { module: new URL("./labels-pdf.ts", import.meta.url).href, name: "drawLabelsPdf" },
    {
      clinicName: its.name,
      clinicPhone: its.phone && formatPhone(its.phone),
      patientName,
      about: [ageSex(patient, today), birthday && formatDay(birthday)].filter(Boolean).join(" · "),
      admissionNo,
    },
    { paper, count, skip, createdAt: now },
  );
  return pdfAnswer(bytes, `labels-${inFileName(admissionNo)}`);
}
