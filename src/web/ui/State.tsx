import type { ReactNode } from "react";
import type { Tone } from "./Badge.tsx";
import { cx } from "./cx.ts";

// The shapes differ too, so that the tones do not depend on color alone.
const dots: Record<Tone, string> = {
  ok: "rounded-full bg-ok-solid",
  warn: "rounded-full border-2 border-warn-solid",
  bad: "rounded-[2px] bg-bad-solid",
  info: "rounded-full bg-info-solid",
  quiet: "rounded-full bg-quiet-solid",
};

/** The state of work: a dot and a word, no box. */
export function State({ tone = "quiet", children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-2">
      <span aria-hidden="true" className={cx("size-2 shrink-0", dots[tone])} />
      {children}
    </span>
  );
}
