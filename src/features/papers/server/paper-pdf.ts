import { drawPdf } from "#server/pdf/pdf.ts";
import { drawQr } from "#server/pdf/qr.ts";
import { drawPaper, type Proof } from "#shared/clinic-paper/draw-paper.ts";
import type { PaperSheet } from "#shared/clinic-paper/sheet.ts";
import { type PaperSize, SIZE_IN_POINTS } from "#shared/paper-size.ts";

type PdfOptions = {
  paper: PaperSize;
  proof: Proof;
  createdAt: Date;
  logo: Uint8Array | null;
  signature?: Uint8Array | null;
};

export const drawPaperPdf = (sheet: PaperSheet, { paper, proof, ...file }: PdfOptions): Promise<Buffer> =>
  drawPdf(
    {
      ...file,
      size: SIZE_IN_POINTS[paper],
      title: `${sheet.title} - ${sheet.patient.name} - ${sheet.date}`,
      author: sheet.doctor?.name ?? sheet.clinic.name,
      creator: sheet.clinic.name,
    },
    (pen) => drawPaper(sheet, { paper, pen, proof, drawQr }),
  );
