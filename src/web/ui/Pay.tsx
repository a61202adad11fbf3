import type { ReactNode } from "react";
import type { Tone } from "./Badge.tsx";
import { cx } from "./cx.ts";

const words: Record<Tone, string> = {
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  quiet: "text-ink-2",
};

/** The payment status: the amount, already formatted as "₱1,200.00", then the word. */
export function Pay({
  amount,
  tone = "quiet",
  children,
}: {
  amount: string;
  tone?: Tone | undefined;
  children: ReactNode;
}) {
  return (
    <span className="inline-flex items-baseline gap-2 text-sm whitespace-nowrap">
      <b className="font-medium text-ink tabular-nums">{amount}</b>
      <span className={cx("font-medium", words[tone])}>{children}</span>
    </span>
  );
}
