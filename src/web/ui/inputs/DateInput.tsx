import { Calendar } from "lucide-react";
import { useId, useRef, useState } from "react";
import { formatLongDay, formatTypedDate, parseTypedDate } from "#shared/formats/dates.ts";
import { cx } from "../cx.ts";
import { controlClass, insideButtonClass } from "./control-class.ts";
import { useFieldWiring, useReportProblem } from "./field-context.ts";
import { dateProblem, withSlashes } from "./typed-date.ts";
import { type TypedInputProps, useTypedValue } from "./typed-value.ts";

interface DateInputProps extends Omit<TypedInputProps, "min" | "max"> {
  /** `YYYY-MM-DD`, inclusive. `register` may pass numbers, which are ignored. */
  min?: string | number | undefined;
  max?: string | number | undefined;
  /** What to say of a date before `min` or after `max`, where the limit's date is not enough. */
  whenEarly?: string | undefined;
  whenLate?: string | undefined;
  /** What to ask about a valid date that is far from the usual ones. */
  unusual?: ((iso: string) => string | null) | undefined;
  /** Text after the echoed date: "67 years", "today". */
  echoNote?: ((iso: string) => string | undefined) | undefined;
  /** Called only with a valid date or "", for filters. */
  onDate?: ((iso: string) => void) | undefined;
}

/** A date typed as MM/DD/YYYY and echoed with the month's name. Its value is `YYYY-MM-DD`, "" or the typed text. */
export function DateInput({
  min: givenMin,
  max: givenMax,
  whenEarly,
  whenLate,
  unusual,
  echoNote,
  onDate,
  className,
  name,
  value,
  defaultValue,
  onChange,
  onBlur,
  onValue,
  ref,
  ...rest
}: DateInputProps) {
  const min = typeof givenMin === "string" ? givenMin : undefined;
  const max = typeof givenMax === "string" ? givenMax : undefined;
  const echoId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [left, setLeft] = useState(false);
  const parse = (text: string) => (dateProblem(text, min, max) === undefined ? parseTypedDate(text) : null);
  const typed = useTypedValue(
    {
      name,
      value,
      defaultValue,
      onChange,
      onBlur,
      ref,
      onValue: (next) => {
        onValue?.(next);
        if (next === "" || parse(next) === next) onDate?.(next);
      },
    },
    parse,
    formatTypedDate,
  );
  const wrong = dateProblem(typed.text, min, max, { whenEarly, whenLate });
  // While typing, only a complete date is validated.
  const whole = /\d{4}\s*$/.test(typed.text);
  useReportProblem(left || whole ? wrong : undefined);
  const iso = wrong === undefined ? parseTypedDate(typed.text) : null;
  const question = iso === null ? null : (unusual?.(iso) ?? null);
  const note = question ?? (iso === null ? undefined : echoNote?.(iso));
  const wiring = useFieldWiring({
    ...rest,
    "aria-describedby": cx(rest["aria-describedby"], iso !== null && echoId) || undefined,
  });
  return (
    <>
      <div className="relative">
        <input
          placeholder="MM/DD/YYYY"
          inputMode="numeric"
          autoComplete="off"
          {...rest}
          {...wiring}
          ref={typed.input}
          name={name}
          type="text"
          maxLength={14}
          value={typed.text}
          onChange={(event) => {
            setLeft(false);
            typed.write(withSlashes(event.target.value, typed.text));
          }}
          onBlur={() => {
            setLeft(true);
            typed.leave();
          }}
          className={cx(controlClass, "pr-10 tabular-nums max-md:pr-12", className)}
        />
        <button
          type="button"
          aria-label="Open calendar"
          disabled={rest.disabled || rest.readOnly}
          className={insideButtonClass}
          onClick={() => picker.current?.showPicker()}
        >
          <Calendar />
        </button>
        {/* This invisible field opens the browser's own calendar. */}
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none absolute right-0 bottom-0 h-0 w-full opacity-0"
          value={iso ?? ""}
          min={min}
          max={max}
          onChange={(event) => {
            typed.write(formatTypedDate(event.target.value));
            typed.input.current?.focus();
          }}
        />
      </div>
      {iso !== null && (
        <p id={echoId} className={cx("text-sm/4.5", question === null ? "text-ink-3" : "text-warn")}>
          {formatLongDay(iso)}
          {note !== undefined && `, ${note}`}
        </p>
      )}
    </>
  );
}
