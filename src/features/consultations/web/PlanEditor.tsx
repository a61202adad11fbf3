import { CalendarDays, FlaskConical, History, Minus, Pill, Plus } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useController } from "react-hook-form";
import { comeBackIn } from "#shared/calendar/come-back.ts";
import { requestTitles } from "#shared/clinic-paper/starter-templates.ts";
import { addDays, formatDay, formatWeekday, isCalendarDay, shortDay } from "#shared/formats/dates.ts";
import { quantityOf } from "#shared/prescription/quantity.ts";
import { plainSig } from "#shared/prescription/sig.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import type { CopiedFrom } from "./NoteText.tsx";
import { noteLabels, type WizardForm } from "./note-fields.ts";
import type { PlannedRow } from "./planned-prescription.ts";
import type { usePlan } from "./use-plan.ts";
import { type PlanLine, usePlanLines } from "./use-plan-lines.ts";

type Plan = ReturnType<typeof usePlan>;

/**
 * The treatment plan, one line for each thing, and what each line becomes: a prescription's medicine with its directions,
 * the tests of a request, the follow-up. The text stays as it is written; what is not understood is text alone.
 */
export function PlanEditor({
  form,
  plan,
  copiedFrom,
  followUpDate,
  onComeBack,
  slots,
}: {
  form: WizardForm;
  plan: Plan;
  copiedFrom: CopiedFrom;
  followUpDate: string;
  onComeBack: (day: string) => void;
  /** Times to book on the follow-up date. */
  slots: ReactNode;
}) {
  const today = useToday();
  const { field } = useController({ control: form.control, name: "treatment" });
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = usePlanLines(field.value, area, field.onChange);
  const { repeat } = plan;
  useFormKey("repeat", repeat && (() => repeat.turn(!repeat.isOn)));
  const follow = <FollowUp {...{ plan, followUpDate, onComeBack, slots }} />;
  const typed = understood(lines.lines[lines.typedAt], plan);
  const opens = [
    ...(plan.rows.length > 0 ? ["prescription"] : []),
    ...plan.requests.map(({ kind }) => requestTitles[kind].toLowerCase()),
  ];
  return (
    <Field
      label={noteLabels.treatment}
      required
      error={form.formState.errors.treatment?.message}
      aside={
        <span className="flex flex-wrap items-center gap-x-2">
          <CopiedMark from={copiedFrom("treatment")} />
          {repeat && (
            <Button
              size="sm"
              icon={<History />}
              aria-pressed={repeat.isOn}
              onClick={() => repeat.turn(!repeat.isOn)}
              {...shortcutProps("repeat")}
              className="min-h-6.5! aria-pressed:border-brand-ring aria-pressed:bg-brand-wash aria-pressed:text-brand-text max-md:my-1 max-md:min-h-touch!"
            >
              Repeat last medicines, {formatDay(repeat.day)}
            </Button>
          )}
        </span>
      }
    >
      <ul
        aria-label="From the plan"
        className="divide-y divide-line rounded-md border border-line bg-surface"
      >
        {plan.rows
          .filter(({ at }) => at === null)
          .map((row) => (
            <Row key={row.medication.name} icon={<Pill />} to="Prescription">
              <MedicineText row={row} today={today} lastDay={plan.lastDay} />
            </Row>
          ))}
        {[...lines.lines, ...(lines.typedAt === lines.lines.length ? [null] : [])].map((line, index) => {
          if (index !== lines.typedAt) {
            if (!line?.text.trim()) return null;
            const { icon, to, words, details, isReturn } = understood(line, plan);
            return (
              <Row
                key={line.start}
                icon={icon}
                to={to}
                change={{ label: words, press: () => lines.change(index) }}
              >
                <LineText {...{ words, details, plan, today }} />
                {isReturn && follow}
              </Row>
            );
          }
          return (
            <li key="typed" className="grid gap-1 py-0.5 pr-2 pl-3">
              <div className="flex items-start gap-2.5">
                <span className="mt-2.5 shrink-0 text-ink-3">{line ? typed.icon : <Plus />}</span>
                <div className="min-w-0 flex-1">
                  <ClinicalTextArea
                    rows={1}
                    value={lines.typed}
                    name={field.name}
                    ref={(element) => {
                      area.current = element;
                      field.ref(element);
                    }}
                    onChange={(event) => lines.type(event.currentTarget.value)}
                    onBlur={field.onBlur}
                    onKeyDown={(event) => {
                      if (event.key === "Backspace" && lines.goUp()) event.preventDefault();
                    }}
                    isCopied={copiedFrom("treatment") !== null}
                    placeholder="losartan 100 mg od 30 days · cbc · back in 2 weeks"
                    className="min-h-9! border-transparent! px-1.5! resize-none! -ml-1.5 max-md:min-h-touch!"
                  />
                </div>
                <span className="mt-2 shrink-0 text-sm text-ink-2 max-md:sr-only">
                  {typed.to || (lines.typed ? "Enter adds" : "One line each")}
                </span>
              </div>
              {typed.details.length > 0 && (
                <p className="pb-1 pl-6.5 text-sm">
                  <LineText words="" details={typed.details} plan={plan} today={today} />
                </p>
              )}
              {typed.isReturn && <div className="pb-1 pl-6.5">{follow}</div>}
            </li>
          );
        })}
        {!plan.back && <li className="py-1 pr-2 pl-9.5 max-md:py-2">{follow}</li>}
      </ul>
      <p role="status" className="sr-only">
        {opens.length > 0 && `Once this is saved: ${opens.join(", then ")}.`}
      </p>
    </Field>
  );
}

type Detail = { row: PlannedRow } | { note: string };

/** What a line becomes. `words`: as written, but a line that is one medicine shows its name on the prescription. */
function understood(line: PlanLine | undefined, plan: Plan) {
  const text = line?.text ?? "";
  const isIn = ({ start }: { start: number }) =>
    line !== undefined && start >= line.start && start < line.end;
  const rows = plan.rows.filter(({ at }) => at && isIn(at));
  const { requests, alreadyRequested } = plan.requestsOf(text);
  const isReturn = plan.back !== null && isIn(plan.back);
  const [only] = rows;
  const isWhole = rows.length === 1 && only?.at && only.at.end - only.at.start === text.trim().length;
  const details: Detail[] = [
    ...rows.map((row) => ({ row })),
    ...alreadyRequested.map((label) => ({ note: `${label} is not back yet, not asked twice` })),
  ];
  return {
    words: isWhole ? [only.medication.name, only.medication.strength].filter(Boolean).join(" ") : text.trim(),
    details,
    isReturn,
    to: [
      ...(rows.length > 0 ? ["Prescription"] : []),
      ...requests.map(({ kind }) => requestTitles[kind]),
      ...(isReturn ? ["Follow-up"] : []),
    ].join(", "),
    icon:
      rows.length > 0 ? (
        <Pill />
      ) : requests.length + alreadyRequested.length > 0 ? (
        <FlaskConical />
      ) : isReturn ? (
        <CalendarDays />
      ) : (
        <Minus />
      ),
  };
}

function LineText({
  words,
  details,
  plan,
  today,
}: {
  words: string;
  details: readonly Detail[];
  plan: Plan;
  today: string;
}) {
  const [first] = details;
  const isOne =
    details.length === 1 && first && "row" in first && words.startsWith(first.row.medication.name);
  return (
    <>
      {words && <span className="font-medium whitespace-pre-wrap">{words}</span>}
      {details.map((detail) => (
        <span key={"row" in detail ? detail.row.medication.name : detail.note} className="text-sm text-ink-2">
          {" "}
          {"row" in detail ? (
            <>
              {!isOne && `${detail.row.medication.name}: `}
              <Directions row={detail.row} today={today} lastDay={plan.lastDay} />
            </>
          ) : (
            detail.note
          )}
        </span>
      ))}
    </>
  );
}

const MedicineText = (props: { row: PlannedRow; today: string; lastDay: string | null }) => {
  const { name, strength } = props.row.medication;
  return (
    <>
      <span className="font-medium">{[name, strength].filter(Boolean).join(" ")}</span>{" "}
      <span className="text-sm text-ink-2">
        <Directions {...props} />
      </span>
    </>
  );
};

/** "1 tablet, once a day, for 30 days, #30 · was 50 mg". */
function Directions({
  row: { medication, was },
  today,
  lastDay,
}: {
  row: PlannedRow;
  today: string;
  lastDay: string | null;
}) {
  const quantity = medication.quantity || quantityOf(medication);
  const missing = [...(medication.dosage ? [] : ["SIG"]), ...(medication.duration ? [] : ["duration"])].join(
    " and ",
  );
  return (
    <>
      {[plainSig(medication).text, quantity && `#${String(quantity).replace(/^#/, "")}`]
        .filter(Boolean)
        .join(", ")}
      {was === null && lastDay && ` · as on ${shortDay(lastDay, today)}`}
      {was && <span className="font-medium text-brand-text"> · was {was}</span>}
      {missing && <span className="text-warn"> · {missing} to fill in</span>}
    </>
  );
}

/** The day of the follow-up, of the plan or chosen here, and the times to book. */
function FollowUp({
  plan: { back, day },
  followUpDate,
  onComeBack,
  slots,
}: {
  plan: Plan;
  followUpDate: string;
  onComeBack: (day: string) => void;
  slots: ReactNode;
}) {
  const today = useToday();
  const isDay = isCalendarDay(followUpDate);
  return (
    <div className="ml-1.5 inline-flex flex-wrap items-center gap-x-2 gap-y-1.5 align-middle text-sm text-ink-2">
      {back && day && isDay && followUpDate !== day ? (
        <>
          <span>The follow-up date below is another, {formatDay(followUpDate)}</span>
          <Button variant="link" size="sm" onClick={() => onComeBack(day)}>
            Use {formatDay(day)}
          </Button>
        </>
      ) : (
        <>
          {!back && (
            <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Come back in">
              <span aria-hidden="true">Back in</span>
              {comeBackIn.map(({ label, days }) => (
                <ChipButton
                  key={label}
                  pressed={followUpDate === addDays(today, days)}
                  onPress={() => onComeBack(addDays(today, days))}
                >
                  {label}
                </ChipButton>
              ))}
            </fieldset>
          )}
          {isDay && (
            <span>{`${back ? "" : "Follow-up "}${formatWeekday(followUpDate).slice(0, 3)}, ${formatDay(followUpDate)}`}</span>
          )}
        </>
      )}
      {slots}
    </div>
  );
}

function Row({
  icon,
  to,
  change,
  children,
}: {
  icon: ReactNode;
  to: string;
  change?: { label: string; press: () => void };
  children: ReactNode;
}) {
  return (
    <li className="grid min-h-9 grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 py-0.5 pr-1 pl-3 max-md:py-2 md:grid-cols-[1rem_minmax(0,1fr)_auto_4.25rem]">
      <span className="text-ink-3">{icon}</span>
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <span
        className={cx(
          "text-sm text-ink-2 max-md:col-start-2 max-md:row-start-2 md:max-w-36 md:text-right",
          !to && "max-md:hidden",
        )}
      >
        {to}
      </span>
      {change && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Change ${change.label}`}
          onClick={change.press}
          className="min-h-7! max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 max-md:min-h-touch!"
        >
          Change
        </Button>
      )}
    </li>
  );
}
