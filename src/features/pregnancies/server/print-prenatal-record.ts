import type { Pregnancy, PrenatalVisit } from "#features/pregnancies/contract.ts";
import { endedAt, outcomeText, visitFlags } from "#features/pregnancies/words.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { FileAnswer } from "#server/http/file-answer.ts";
import type { Papers } from "#server/pdf/papers.ts";
import type { RecordPart } from "#server/pdf/record-pdf.ts";
import { findSurroundings, printRecord } from "#server/pdf/record-sheet.ts";
import {
  gestationDays,
  gestationText,
  openGestationText,
  scoreOf,
  scoreText,
} from "#shared/clinical/pregnancy.ts";
import { formatDay, formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { findPregnancy, readPregnancies } from "./pregnancy-rows.ts";
import { visitsOf } from "./prenatal-visits.ts";

/** Dates and score, then the visits, oldest first; named prenatal-{patient}-{date}.pdf. */
export async function printPrenatalRecord(
  clinic: ClinicScope,
  { patientId, id }: { patientId: number; id: number },
  { papers, now }: { papers: Papers; now: Date },
): Promise<FileAnswer> {
  const today = manilaDay(now);
  const pregnancy = await findPregnancy(clinic, patientId, id);
  const [rows, visits] = await Promise.all([
    readPregnancies(clinic, patientId),
    visitsOf(clinic, pregnancy, now),
  ]);
  const around = await findSurroundings(clinic, patientId, now.toISOString(), null);
  const parts: RecordPart[] = [
    { label: "EDC", text: edcText(pregnancy), section: "Pregnancy" },
    { label: "LMP", text: pregnancy.lmp && formatLongDay(pregnancy.lmp) },
    { label: "Age of gestation", text: gestationToday(pregnancy, today) },
    { label: "Obstetric score", text: scoreText(scoreOf(rows)) },
    { label: "Outcome", text: endText(pregnancy) },
    { label: "Note", text: pregnancy.note },
  ].filter(({ text }) => text !== null);
  const [first, ...more] = visits.toReversed().map((visit) => ({
    label: formatDay(visit.date),
    text: visitText(visit),
  }));
  if (first) parts.push({ ...first, section: "Visits" }, ...more);
  const sheet = {
    ...around,
    title: "Prenatal Record",
    written: `${pregnancy.state === "entered_in_error" ? "Entered in error. " : ""}As of ${formatLongDay(today)}`,
    parts,
    addenda: [],
    reference: `Pregnancy ${id}`,
  };
  return printRecord(clinic, papers, sheet, { what: "prenatal", at: now });
}

const edcText = ({ dueOn, datedBy }: Pregnancy) =>
  dueOn && `${formatLongDay(dueOn)}, by ${datedBy === "ultrasound" ? "ultrasound" : "LMP"}`;

function gestationToday({ state, dueOn }: Pregnancy, today: string): string | null {
  if (state !== "open" || dueOn === null) return null;
  return openGestationText(gestationDays(dueOn, today));
}

function endText(pregnancy: Pregnancy): string | null {
  const days = endedAt(pregnancy);
  if (!pregnancy.endedOn || days === null) return null;
  return `${outcomeText(pregnancy)}, ${formatLongDay(pregnancy.endedOn)}, at ${gestationText(days)}`;
}

/** "24 weeks 3 days: BP 120/80, 58 kg, fundal height 24 cm, FHT 144, cephalic". */
function visitText(visit: PrenatalVisit): string {
  const { bloodPressure, weight, fundalHeight, fetalHeartTone, presentation } = visit;
  const flags = Object.values(visitFlags(visit)).filter((flag) => flag && flag.level !== "ok");
  const measured = [
    bloodPressure && `BP ${bloodPressure}`,
    weight !== null && `${weight} kg`,
    fundalHeight !== null && `fundal height ${fundalHeight} cm`,
    fetalHeartTone !== null && `FHT ${fetalHeartTone}`,
    presentation,
  ].filter(Boolean);
  return [`${gestationText(visit.days)}: ${measured.join(", ")}`, ...flags.map((flag) => flag?.text)].join(
    "\n",
  );
}
