import { drawPdf } from "#server/pdf/pdf.ts";
import { type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";
import { drawSheet } from "#shared/prescription/draw-sheet.ts";
import type { Sheet } from "#shared/prescription/sheet.ts";

type PdfOptions = {
  paper: PaperSize;
  /** The file's date, so that the same sheet and date give the same bytes. */
  createdAt: Date;
  /** The clinic's logo as PNG or JPEG bytes; anything else is left out. */
  logo?: Uint8Array | null;
  /** The doctor's, as PNG. */
  signature?: Uint8Array | null;
};

/** The sheet as a PDF. Pure drawing: the caller has checked `sheet.problems`. */
export const drawPrescriptionPdf = (sheet: Sheet, { paper, ...file }: PdfOptions): Promise<Buffer> =>
  drawPdf(
    {
      ...file,
      size: SIZE_IN_POINTS[paper],
      title: `Prescription - ${sheet.patient.name} - ${sheet.date}`,
      author: sheet.physician.name,
      creator: sheet.clinic.name,
    },
    (pen) => drawSheet(sheet, paper, pen),
  );
