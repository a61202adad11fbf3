import { CircleAlert } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { cx } from "../cx.ts";
import { FieldContext } from "./field-context.ts";

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The error and what to do. Accepts a form's `errors.name?.message`. */
  error?: string | undefined;
  /** Marks the label with a red `*`. */
  required?: boolean | undefined;
  /** Adds "optional" to the label, where most fields are required. */
  optional?: boolean | undefined;
  /** Beside the label: where the value is from. */
  note?: ReactNode;
  /** Shows the label to screen readers only. */
  hideLabel?: boolean | undefined;
  /** Something at the right of the label, such as a link. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** Label, one control, hint and error, linked for screen readers. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional,
  note,
  hideLabel,
  aside,
  className,
  children,
}: FieldProps) {
  const controlId = useId();
  const [found, report] = useState<string | undefined>();
  // The form only sees text that is no date; the control knows what is wrong with it.
  const problem = found ?? error;
  const hintId = hint === undefined || hint === null ? undefined : `${controlId}-hint`;
  const errorId = problem ? `${controlId}-error` : undefined;
  const wiring = useMemo(
    () => ({
      id: controlId,
      describedBy: [errorId, hintId].filter(Boolean).join(" ") || undefined,
      invalid: Boolean(problem),
      required,
      report,
    }),
    [controlId, errorId, hintId, problem, required],
  );
  return (
    <div className={cx("grid min-w-0 content-start gap-1.5", className)}>
      <div className={cx("flex flex-wrap items-baseline gap-x-1.5 text-sm", hideLabel && "sr-only")}>
        <label htmlFor={controlId} className={cx("font-medium text-ink", !optional && !note && "mr-auto")}>
          {label}
          {required && <RequiredMark />}
        </label>
        {optional && <span className="mr-auto text-ink-3">optional</span>}
        {note && <span className="mr-auto text-ink-3">{note}</span>}
        {aside !== undefined && <span className="-my-1 min-w-0">{aside}</span>}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      {problem && <FieldError id={errorId}>{problem}</FieldError>}
      {hintId && (
        <div id={hintId} className="text-sm/4.5 text-ink-3">
          {hint}
        </div>
      )}
    </div>
  );
}

/** After the label of a required field. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="ml-1 text-bad">
    *
  </span>
);

/** The red line below a control. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm/4.5 font-medium text-bad">
      <CircleAlert className="mt-px shrink-0" />
      <span>{children}</span>
    </p>
  );
}
