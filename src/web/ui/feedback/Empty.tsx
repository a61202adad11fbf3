import type { ReactNode } from "react";
import { CutPaper } from "../CutPaper.tsx";
import { cx } from "../cx.ts";

interface EmptyProps {
  icon: ReactNode;
  /** The specification's sentence. */
  title: ReactNode;
  /** One line of explanation. */
  why?: ReactNode;
  /** One button. */
  action?: ReactNode;
  level?: 1 | 2 | 3 | undefined;
  className?: string | undefined;
}

/** An empty state: the sentence, one line of explanation, one action. */
export function Empty({ icon, title, why, action, level = 3, className }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx("grid justify-items-center gap-1 px-5 py-8 text-center", className)}>
      <CutPaper icon={icon} />
      <Heading className="text-md font-strong text-balance">{title}</Heading>
      {why !== undefined && <p className="max-w-[34ch] text-sm text-balance text-ink-2">{why}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
