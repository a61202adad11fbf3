import type { DiagnosisFigures } from "#features/reports/contract.ts";
import { csvFile, type Exported } from "#server/http/csv-answer.ts";

const HEADINGS = ["Code", "Diagnosis", "Count", "Percent of coded"];

/** A line per code, most frequent first, and the uncoded ones at the end. */
export function exportDiagnosisFigures({ period, today, codes, notCoded }: DiagnosisFigures): Exported {
  const rows = codes.map(({ code, words, count, percent }) => [
    code,
    words,
    String(count),
    percent.toFixed(1),
  ]);
  if (notCoded > 0) rows.push(["", "Not coded", String(notCoded), ""]);
  return { file: csvFile(`diagnoses_${period}_${today}.csv`, [HEADINGS, ...rows]), rowCount: rows.length };
}
