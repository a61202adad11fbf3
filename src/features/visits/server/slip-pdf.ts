import { drawPdf } from "#server/pdf/pdf.ts";
import { MM } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  lineWidth,
  type Pen,
  type Run,
  regular,
  semibold,
  type TextStyle,
  wrap,
} from "#shared/set-text.ts";

type SlipContent = {
  clinicName: string;
  /** When the clinic has several places. */
  placeName: string | null;
  number: number;
  /** "Friday, November 20, 2026, 9:12 AM" */
  arrived: string;
};

const width = 80 * MM;
const side = 5 * MM;
const top = 4 * MM;

const style = (size: number): TextStyle => ({ size, leading: size * 1.3, color: BLACK });

/** A queue number for a roll printer, as long as needed, without a name. */
export async function drawSlipPdf(content: SlipContent, { createdAt }: { createdAt: Date }): Promise<Buffer> {
  const { clinicName, placeName, number, arrived } = content;
  const texts: [Run[], TextStyle][] = [
    [semibold(clinicName), style(11)],
    ...(placeName ? ([[regular(placeName), style(9)]] as [Run[], TextStyle][]) : []),
    [regular("Your number"), style(10)],
    [semibold(String(number)), style(64)],
    [regular(arrived), style(8.5)],
    [regular("Please wait until your number is called."), style(8.5)],
  ];
  const file = (height: number) => ({
    size: [width, height] as const,
    title: `Number ${number}`,
    author: clinicName,
    creator: clinicName,
    createdAt,
  });
  const draw = (pen: Pen): number => {
    pen.turnPage();
    let y = top;
    for (const [runs, its] of texts)
      for (const line of wrap(pen, runs, its.size, width - 2 * side)) {
        drawLine(pen, line, (width - lineWidth(pen, line, its.size)) / 2, y, its);
        y += its.leading;
      }
    return y + top;
  };
  let height = 0;
  await drawPdf(file(width), (pen) => {
    height = draw(pen);
  });
  return drawPdf(file(height), draw);
}
