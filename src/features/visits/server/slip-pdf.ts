import { drawRoll } from "#server/pdf/draw-roll.ts";
import { MM } from "#shared/paper-size.ts";
import {
  BLACK,
  drawLine,
  lineWidth,
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
  /** "7", or "B-07". */
  number: string;
  /** "Friday, November 20, 2026, 9:12 AM" */
  arrived: string;
};

const width = 80 * MM;
const side = 5 * MM;
const top = 4 * MM;

const style = (size: number): TextStyle => ({ size, leading: size * 1.3, color: BLACK });

/** A queue number for a roll printer, as long as needed, without a name. */
export function drawSlipPdf(content: SlipContent, { createdAt }: { createdAt: Date }): Promise<Buffer> {
  const { clinicName, placeName, number, arrived } = content;
  const texts: [Run[], TextStyle][] = [
    [semibold(clinicName), style(11)],
    ...(placeName ? ([[regular(placeName), style(9)]] as [Run[], TextStyle][]) : []),
    [regular("Your number"), style(10)],
    [semibold(number), style(64)],
    [regular(arrived), style(8.5)],
    [regular("Please wait until your number is called."), style(8.5)],
  ];
  const file = { width, title: `Number ${number}`, author: clinicName, creator: clinicName, createdAt };
  return drawRoll(file, (pen) => {
    let y = top;
    for (const [runs, text] of texts)
      for (const line of wrap(pen, runs, text.size, width - 2 * side)) {
        drawLine(pen, line, (width - lineWidth(pen, line, text.size)) / 2, y, text);
        y += text.leading;
      }
    return y + top;
  });
}
