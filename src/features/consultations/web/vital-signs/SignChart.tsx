import { VITAL_SIGN_LABELS, VITAL_SIGN_UNITS, type VitalSign } from "#shared/clinical/vital-signs.ts";
import { shortDay } from "#shared/formats/dates.ts";
import { BandChart } from "#web/clinical/BandChart.tsx";
import { type SignPoint, scaleOf } from "./sign-series.ts";

/** The last readings of one sign as a line over the normal band of each visit's age. */
export function SignChart({
  sign,
  points,
  today,
}: {
  sign: VitalSign;
  points: readonly SignPoint[];
  today: string;
}) {
  const last = points.at(-1);
  if (!last) return null;
  return (
    <BandChart
      label={inWords(sign, points, today)}
      points={points.map(({ day, values, bands }) => ({
        day,
        values,
        bands: bands.map(({ band }) => band),
      }))}
      scale={scaleOf(sign, points)}
      edges={edgesOf(sign, last)}
      today={today}
    />
  );
}

/** The limits of the newest band. */
function edgesOf(sign: VitalSign, { bands }: SignPoint): number[] {
  const isPressure = bands.some(({ of }) => of === "diastolic");
  // There is no upper limit for a full saturation.
  const isOpenAbove = sign === "oxygenSaturation";
  return bands.flatMap(({ band: [low, high] }) => (isPressure ? [high] : isOpenAbove ? [low] : [high, low]));
}

/** "Pulse: 94, 90, 86 bpm from Jun 12 to Nov 20, oldest first." */
function inWords(sign: VitalSign, points: readonly SignPoint[], today: string): string {
  const days = [...new Set([points[0], points.at(-1)].map((point) => shortDay(point?.day ?? "", today)))];
  const values = points.map(({ text }) => text).join(", ");
  const order = points.length > 1 ? ", oldest first" : "";
  return `${VITAL_SIGN_LABELS[sign]}: ${values} ${VITAL_SIGN_UNITS[sign]}, ${days.join(" to ")}${order}`;
}
