import { listPlaces } from "#features/places/server/places.ts";
import { mayPrintNumber } from "#features/visits/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, pdfAnswer } from "#server/http/file-answer.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { Failure } from "#shared/errors.ts";
import { formatClock, formatLongDay, formatWeekday } from "#shared/formats/dates.ts";
import type { drawSlipPdf } from "./slip-pdf.ts";
import { findVisit } from "./visit-rows.ts";

/** The queue number of a visit, named number-{number}.pdf. */
export async function printSlip(
  clinic: ClinicScope,
  id: number,
  papers: Papers,
): Promise<{ file: FileAnswer; patientId: number }> {
  const visit = await findVisit(clinic, id);
  if (!mayPrintNumber(visit))
    throw new Failure("unusable", "This patient has no number yet. Mark the patient as arrived first.");
  const { arrivedAt, placeId, day, patientId } = visit;
  const number = queueNumber(visit);
  const places = (await listPlaces(clinic)).filter(
    ({ isActive, id: place }) => isActive || place === placeId,
  );
  const { name: clinicName } = await clinic.db
    .selectFrom("clinics")
    .select("name")
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const bytes = await papers.draw<typeof drawSlipPdf>(
    clinic.id,
    { module: new URL("./slip-pdf.ts", import.meta.url).href, name: "drawSlipPdf" },
    {
      clinicName,
      placeName: places.length > 1 ? (places.find((place) => place.id === placeId)?.name ?? null) : null,
      number,
      arrived: `${formatWeekday(day)}, ${formatLongDay(day)}, ${formatClock(arrivedAt)}`,
    },
    { createdAt: new Date(arrivedAt) },
  );
  const file = pdfAnswer(bytes, `number-${number}`);
  return { file, patientId };
}
