import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "../Badge.tsx";
import { cx } from "../cx.ts";

const looks = {
  ok: { className: "border-ok-line bg-ok-bg text-ok", Icon: CircleCheck },
  warn: { className: "border-warn-line bg-warn-bg text-warn", Icon: TriangleAlert },
  bad: { className: "border-bad-line bg-bad-bg text-bad", Icon: CircleAlert },
  info: { className: "border-info-line bg-info-bg text-info", Icon: Info },
  quiet: { className: "border-quiet-line bg-quiet-bg text-ink-2", Icon: Info },
} satisfies Record<Tone, object>;

interface NoteBoxProps {
  tone?: Tone | undefined;
  title?: ReactNode;
  /** At the right, or below on phones: one or two buttons. */
  actions?: ReactNode;
  /** `alert` interrupts a screen reader; for what just went wrong. */
  role?: "alert" | "status" | "note" | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** A short message next to its subject: a warning, a draft, a failed save. */
export function NoteBox({ tone = "quiet", title, actions, role, className, children }: NoteBoxProps) {
  const { className: colours, Icon } = looks[tone];
  return (
    <div role={role} className={cx("flex gap-2.5 rounded-md border px-3 py-2.5 text-sm", colours, className)}>
      <Icon className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 [&_a]:text-current">
        <div className="min-w-0 flex-1 basis-48">
          {title !== undefined && <p className="font-strong">{title}</p>}
          {children}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
