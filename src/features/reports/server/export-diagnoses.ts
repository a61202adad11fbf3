import type { DiagnosisFigures } from "#features/reports/contract.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import { csv } from "#shared/formats/csv.ts";

const HEADINGS = ["Code", "Diagnosis", "Count", "Percent of coded"];

/** A line per code, most frequent first, and the uncoded ones at the end. */
export function exportDiagnosisFigures({ period, today, codes, notCoded }: DiagnosisFigures): {
  file: FileAnswer;
  rowCount: number;
} {
  const rows = codes.map(({ code, words, count, percent }) => [
    code,
    words,
    String(count),
    percent.toFixed(1),
  ]);
  if (notCoded > 0) rows.push(["", "Not coded", String(notCoded), ""]);
  const file = new FileAnswer({
    bytes: Buffer.from(csv([HEADINGS, ...rows])),
    type: "text/csv; charset=utf-8",
    name: `diagnoses_${period}_${today}.csv`,
    disposition: "attachment",
  });
  return { file, rowCount: rows.length };
}
