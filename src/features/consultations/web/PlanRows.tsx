import { CalendarDays, FlaskConical, History, Pill } from "lucide-react";
import type { ReactNode } from "react";
import { requestTitles } from "#shared/clinic-paper/starter-templates.ts";
import type { PlannedReturn } from "#shared/clinical/plan-line.ts";
import type { PlannedRequest } from "#shared/clinical/planned-tests.ts";
import { formatDay, formatWeekday } from "#shared/formats/dates.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { medicineWords, type PlannedRow } from "./planned-prescription.ts";

type Stretch = { start: number; end: number };

/**
 * What is recognized in the plan: medicines for the prescription, tests for requests, the follow-up date. The text is
 * not changed.
 */
export function PlanRows({
  rows,
  requests,
  back,
  day,
  followUpDate,
  repeat,
  onChange,
  onUseDay,
}: {
  rows: readonly PlannedRow[];
  requests: readonly PlannedRequest[];
  back: PlannedReturn | null;
  /** The day for which the plan asks the patient to return. */
  day: string | null;
  followUpDate: string;
  /** The last prescription; null without one, or when the user may not prescribe. */
  repeat: { day: string; isOn: boolean; turn: (isOn: boolean) => void } | null;
  /** Selects a part of the plan, to type over it. */
  onChange: (stretch: Stretch) => void;
  onUseDay: (day: string) => void;
}) {
  useFormKey("repeat", repeat && (() => repeat.turn(!repeat.isOn)));
  if (rows.length === 0 && requests.length === 0 && !back && !repeat) return null;
  const opens = [
    ...(rows.length > 0 ? ["the prescription with these medicines"] : []),
    ...requests.map(({ kind }) => `the ${requestTitles[kind].toLowerCase()} with these tests`),
  ];
  return (
    <div className="grid gap-2">
      {repeat && (
        <Button
          size="sm"
          icon={<History />}
          aria-pressed={repeat.isOn}
          onClick={() => repeat.turn(!repeat.isOn)}
          {...shortcutProps("repeat")}
          className="justify-self-start aria-pressed:border-brand-ring aria-pressed:bg-brand-wash aria-pressed:text-brand-text"
        >
          Repeat last medicines, {formatDay(repeat.day)}
        </Button>
      )}
      {(rows.length > 0 || requests.length > 0 || back) && (
        <ul aria-label="From the plan" className="grid gap-1.5">
          {rows.map(({ medication, at, was }) => (
            <Row
              key={`${at?.start ?? "last"} ${medicineWords(medication)}`}
              icon={<Pill />}
              change={at && { label: medication.name, press: () => onChange(at) }}
            >
              {medicineWords(medication)}
              {was && <span className="text-ink-2"> was {was}</span>}
              {at === null && <span className="text-ink-2"> as last time</span>}
            </Row>
          ))}
          {requests.map((request) => (
            <Row
              key={request.kind}
              icon={<FlaskConical />}
              change={{ label: requestTitles[request.kind], press: () => onChange(request) }}
            >
              {`${requestTitles[request.kind]}: ${request.tests.map(({ label }) => label).join(", ")}`}
            </Row>
          ))}
          {back && day && (
            <Row icon={<CalendarDays />} change={{ label: back.words, press: () => onChange(back) }}>
              {`Follow-up ${formatWeekday(day).slice(0, 3)}, ${formatDay(day)}`}
              {followUpDate !== "" && followUpDate !== day && (
                <>
                  <span className="text-ink-2"> the follow-up date below is another </span>
                  <Button variant="link" size="sm" onClick={() => onUseDay(day)}>
                    Use {formatDay(day)}
                  </Button>
                </>
              )}
            </Row>
          )}
        </ul>
      )}
      <p role="status" className="text-sm text-ink-2">
        {opens.length > 0 && `Once this is saved, ${opens.join(" and then ")} opens.`}
      </p>
    </div>
  );
}

const Row = ({
  icon,
  change,
  children,
}: {
  icon: ReactNode;
  change: { label: string; press: () => void } | null;
  children: ReactNode;
}) => (
  <li className="flex min-h-9 items-center gap-2.5 rounded-md border border-line py-1 pr-1 pl-3">
    <span className="shrink-0 text-ink-2">{icon}</span>
    <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
    {change && (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Change ${change.label}`}
        onClick={change.press}
        className="max-md:min-h-touch"
      >
        Change
      </Button>
    )}
  </li>
);
