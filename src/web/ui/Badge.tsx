import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export type Tone = "ok" | "warn" | "bad" | "info" | "quiet";

const tones: Record<Tone | "new" | "plain", string> = {
  ok: "border-ok-line bg-ok-bg text-ok",
  warn: "border-warn-line bg-warn-bg text-warn",
  bad: "border-bad-line bg-bad-bg text-bad",
  info: "border-info-line bg-info-bg text-info",
  quiet: "border-quiet-line bg-quiet-bg text-quiet",
  new: "border-brand-ring bg-brand-wash text-brand-text",
  plain: "border-quiet-line bg-surface text-quiet",
};

interface BadgeProps {
  tone?: Tone | "new" | "plain" | undefined;
  icon?: ReactNode;
  small?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

/** The admission status, and other statuses: tinted, a word, usually with an icon. `new` is for NEW and ON. */
export function Badge({ tone = "quiet", icon, small, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.25 rounded-sm border align-middle text-xs/none font-medium whitespace-nowrap [&_svg]:size-3.25",
        small ? "h-4.75 px-1.5" : "h-5.5 px-2",
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
