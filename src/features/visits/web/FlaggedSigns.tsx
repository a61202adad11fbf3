import { CircleAlert, TriangleAlert } from "lucide-react";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";

type Sign = TodaysVitals["signs"][number];

export const isRed = ({ flag }: Sign): boolean => flag?.level === "red";

/** "BP 190/100 very high": the limit is in the record. */
export const signInWords = (sign: Sign): string =>
  `${sign.words}${isRed(sign) ? " very" : ""} ${/low/i.test(sign.flag?.text ?? "") ? "low" : "high"}`;

export const isFlagged = ({ flag }: Sign): boolean => flag !== null && flag.level !== "ok";

/** A value outside its range, with its color, a mark and why: not by color alone. */
export function FlaggedSign({ sign }: { sign: Sign }) {
  const Icon = isRed(sign) ? CircleAlert : TriangleAlert;
  return (
    <b className={isRed(sign) ? "font-strong text-bad" : "font-strong text-warn"}>
      <Icon className="mr-1 inline size-3.5 align-[-0.15em]" aria-hidden="true" />
      {signInWords(sign)}
    </b>
  );
}
