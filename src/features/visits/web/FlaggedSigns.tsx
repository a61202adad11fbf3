import { CircleAlert, TriangleAlert } from "lucide-react";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";

type Sign = TodaysVitals["signs"][number];

export const isFlagged = ({ flag }: Sign): boolean => flag !== null && flag.level !== "ok";

/** A value outside its range, with its color, a mark and why: not by color alone. */
export function FlaggedSign({ sign }: { sign: Sign }) {
  const isRed = sign.flag?.level === "red";
  const Icon = isRed ? CircleAlert : TriangleAlert;
  return (
    <b className={isRed ? "font-strong text-bad" : "font-strong text-warn"}>
      <Icon className="mr-1 inline size-3.5 align-[-0.15em]" aria-hidden="true" />
      {sign.words}, {sign.flag?.text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}
    </b>
  );
}
