import type { Immunization } from "#features/immunizations/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import { findOnly } from "#features/pregnancies/server/pregnancy-rows.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import type { drawRecordPdf, RecordPart } from "#server/pdf/record-pdf.ts";
import { findSurroundings, recordDrawing } from "#server/pdf/record-sheet.ts";
import {
  byFirstDay,
  coursesOf,
  type DoseRow,
  isComing,
  noteOf,
  scheduleOf,
} from "#shared/clinical/immunization/due.ts";
import { scheduleSource } from "#shared/clinical/immunization/schedule.ts";
import { isPregnantOn } from "#shared/clinical/pregnancy.ts";
import { formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { listImmunizations } from "./immunizations.ts";

/** Given doses, oldest first, then due and coming ones; named immunization-{patient}-{date}.pdf. */
export async function printCard(
  clinic: ClinicScope,
  patientId: number,
  { papers, now }: { papers: Papers; now: Date },
): Promise<FileAnswer> {
  const today = manilaDay(now);
  const patient = await findPatient(clinic, patientId, today);
  const given = (await listImmunizations(clinic, patientId))
    .filter(({ state }) => state === "given")
    .toReversed();
  const dueOn = (await findOnly(clinic, patientId, "open"))?.dueOn;
  const isPregnant = dueOn ? isPregnantOn({ dueOn }, today) : false;
  const isExpected = patient.birthday !== null && (patient.age ?? 0) < 19;
  const all = [
    ...coursesOf(given, today),
    ...(isExpected && patient.birthday
      ? scheduleOf({ birthday: patient.birthday, sex: patient.sex, isPregnant }, given, today)
      : []),
  ];
  const parts = [...givenParts(given, all), ...dueParts(all)];
  const around = await findSurroundings(clinic, patientId, now.toISOString(), null);
  const bytes = await papers.draw<typeof drawRecordPdf>(
    clinic.id,
    recordDrawing,
    {
      ...around,
      title: "Immunization Card",
      written: `As of ${formatLongDay(today)}${isExpected ? `. ${scheduleSource.words}` : ""}`,
      parts,
      addenda: [],
      reference: `Patient ${patientId}`,
    },
    now,
    await logoOf(clinic),
  );
  return pdfAnswer(bytes, `immunization-${inFileName(patient.patientName)}-${today}`);
}

/** The doses of each vaccine under its name. */
function givenParts(given: readonly Immunization[], all: readonly DoseRow<Immunization>[]): RecordPart[] {
  const vaccines = [...new Set(given.map(({ vaccine }) => vaccine))];
  const parts: RecordPart[] = vaccines.map((name) => ({
    label: name,
    text: given
      .filter(({ vaccine }) => vaccine === name)
      .map(({ id, dose, date, brand, lot, site, isElsewhere }) =>
        [
          `${dose}: ${formatDay(date)}`,
          brand,
          lot && `lot ${lot}`,
          site,
          isElsewhere && "given elsewhere",
          noteOf({ id, vaccine: name }, all),
        ]
          .filter(Boolean)
          .join(", "),
      )
      .join("\n"),
  }));
  if (parts[0]) parts[0].section = "Given";
  return parts;
}

function dueParts(all: readonly DoseRow<Immunization>[]): RecordPart[] {
  const due = all
    .filter((row) => row.status === "due" || row.status === "overdue" || isComing(row))
    .toSorted(byFirstDay)
    .map(({ vaccine, dose, words, program, note }) =>
      [`${vaccine} ${dose}: ${words}`, program === "private" && "private schedule", note]
        .filter(Boolean)
        .join(", "),
    );
  return due.length > 0 ? [{ label: "By age", text: due.join("\n"), section: "Due" }] : [];
}
