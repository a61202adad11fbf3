import { CircleAlert, Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { changeProblem, sayNoKnownAllergies } from "#features/clinical-lists/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { noAllergyWords } from "#shared/clinical/allergy-words.ts";
import { gestationDays, isPostTerm } from "#shared/clinical/pregnancy.ts";
import { formatClock, manilaDay, shortDay } from "#shared/formats/dates.ts";
import { MissedFollowUp, missedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { useOnPaper } from "#web/printing/print-whole.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import {
  allergyRow,
  commonEnd,
  daysAgo,
  fitting,
  measuredLast,
  medicineRow,
  onPhones,
  pregnancyRows,
  SHOWN_MEDICINES,
  type StripRow,
  vitalRows,
} from "./strip-rows.ts";

const ListDialogs = lazyPart(() => import("./ListDialogs.tsx"), "ListDialogs");

export type StripList = "allergies" | "problems" | "medicines";

const columns = "@min-[40rem]:flex";

/**
 * What must not be overlooked of a patient, in one strip: allergies, problems, current medicines, vital signs and the
 * last plan. As tall as what is recorded: what is not is one line, but for allergies. On the record itself
 * (`onRecord`) its head tells of a pregnancy, and on phones its menu changes the lists, so that a cell is one line.
 */
export function SafetyStrip({ patientId, onRecord = false }: { patientId: number; onRecord?: boolean }) {
  const { data, error, refetch, isFetching } = useCall(summary, { params: { id: String(patientId) } });
  const [open, setOpen] = useState<StripList | null>(null);
  const retry = () => void refetch();
  return (
    <section aria-label="At a glance" className="@container bg-surface">
      {data ? (
        <Cells summary={data} patientId={patientId} {...{ onRecord }} onChange={setOpen} />
      ) : error ? (
        <Failed why={error.shown()} onRetry={retry} isBusy={isFetching} />
      ) : (
        <Waiting skeleton={<Skeleton />} onRetry={retry} label="Loading allergies, problems and medicines" />
      )}
      <Suspense fallback={null}>
        {open && <ListDialogs list={open} patientId={patientId} onClose={() => setOpen(null)} />}
      </Suspense>
    </section>
  );
}

/** Otherwise a list that failed to load would look like no allergies. */
export function Failed({ why, onRetry, isBusy }: { why: string; onRetry: () => void; isBusy: boolean }) {
  return (
    <div
      role="alert"
      className="flex min-h-32 flex-wrap content-center items-center gap-x-4 gap-y-2 px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        <b className="flex items-start gap-1.5 font-medium text-bad">
          <CircleAlert className="mt-0.75 shrink-0" />
          <span>Allergies, problems and medicines could not be loaded</span>
        </b>
        <span className="text-sm text-ink-2">{why} Ask the patient before you prescribe.</span>
      </p>
      <Button size="sm" onClick={onRetry} busy={isBusy} busyLabel="Trying…">
        Try Again
      </Button>
    </div>
  );
}

const titles = ["Allergies", "Problems", "Medicines now", "Vital signs", "Plan"];

const Skeleton = () => (
  <div className={columns} aria-hidden="true">
    {titles.map((title) => (
      <div key={title} className={cx(cell, onPhone.line, "grow")}>
        <div className={head}>{title}</div>
        <div className="grid content-start gap-2 py-1">
          <SkeletonBar className="h-3 w-[80%]" />
          <SkeletonBar className="h-3 w-[60%]" />
        </div>
      </div>
    ))}
  </div>
);

const cell =
  "min-w-0 basis-0 border-line @max-[40rem]:grid @max-[40rem]:border-t @max-[40rem]:first:border-t-0 @min-[40rem]:border-l @min-[40rem]:px-2.5 @min-[40rem]:pt-2 @min-[40rem]:pb-2.5 @min-[56rem]:px-3.25 @min-[40rem]:first:border-l-0";
const onPhone = {
  /** One line, for the record. */
  line: "@max-[40rem]:grid-cols-[4.75rem_minmax(0,1fr)] @max-[40rem]:gap-x-1.5 @max-[40rem]:px-3.25 @max-[40rem]:py-1.25",
  /** With its button, for dialogs. */
  rows: "@max-[40rem]:grid-cols-[5.5rem_minmax(0,1fr)] @max-[40rem]:gap-x-2.5 @max-[40rem]:px-4 @max-[40rem]:py-2",
};
const head =
  "flex min-h-5 flex-wrap items-baseline gap-x-1.5 text-xs/4 font-medium text-ink-3 @max-[40rem]:flex-col @max-[40rem]:pt-0.5";

function Cells({
  summary: {
    allergies,
    noKnownAllergies,
    problems,
    medicines,
    pregnancy,
    vitals,
    plan,
    pending,
    more,
    resolved,
  },
  patientId,
  onRecord,
  onChange,
}: {
  summary: Summary;
  patientId: number;
  onRecord: boolean;
  onChange: (list: StripList) => void;
}) {
  const today = useToday();
  const patient = usePatient(patientId).data;
  const mayChange = useCan()(changeProblem);
  const change = (list: StripList) => (mayChange ? () => onChange(list) : undefined);
  const measuredAt = measuredLast(vitals);
  const measuredOn = measuredAt && manilaDay(new Date(measuredAt));
  const missed = patient && missedFollowUp(patient, today);
  const planDay = plan && manilaDay(new Date(plan.recordedAt));
  const stillOut = pending.filter(({ kind }) => kind !== "result");
  // The latest first.
  const back = pending.filter(({ kind }) => kind === "result").toReversed();
  const pregnant =
    pregnancy && (!onRecord || isPostTerm(gestationDays(pregnancy.dueOn, today)))
      ? pregnancyRows(pregnancy, today)
      : [];
  const hasProblems = problems.length > 0 || pregnant.length > 0 || resolved.problems > 0;
  const hasPlan = plan !== null || Boolean(missed) || pending.length > 0;
  const isAsked = allergies.length === 0 && !noKnownAllergies;
  const end = commonEnd(medicines);
  const missing = [
    ...(hasProblems ? [] : ["problems"]),
    ...(medicines.length > 0 ? [] : ["medicines"]),
    ...(vitals.length > 0 ? [] : ["vital signs"]),
  ];
  const changes = [
    ...(hasProblems ? [] : [{ label: "Change problems", press: change("problems") }]),
    ...(medicines.length > 0 ? [] : [{ label: "Change medicines now", press: change("medicines") }]),
  ];
  const isBare = missing.length === 3 && !hasPlan && resolved.allergies === 0;
  const medicineRows = medicines.map((medicine) => medicineRow(medicine, today, end !== null));
  const shape = { onRecord };
  const isOnPaper = useOnPaper();
  const asMany: typeof fitting = (rows, atLeast) =>
    isOnPaper ? { shown: [...rows], hidden: 0 } : fitting(rows, atLeast);
  const asking = isAsked && (
    <AskAllergies patientId={patientId} onAdd={change("allergies")} isAlone={isBare} />
  );
  if (isBare && isAsked) return <Missing what={missing} {...{ changes, onRecord }} first={asking} />;
  return (
    <>
      <div className={columns}>
        <Cell {...shape} title="Allergies" onChange={isAsked ? undefined : change("allergies")}>
          {allergies.length > 0 ? (
            <Rows {...asMany(allergies.map(allergyRow))} more={more.allergies} onRecord={onRecord} />
          ) : noKnownAllergies ? (
            <p className="text-sm/4.75">
              {noAllergyWords(noKnownAllergies.words)}
              <span className={cx("block text-ink-3", onRecord && "@max-[40rem]:hidden")}>
                {[
                  shortDay(manilaDay(new Date(noKnownAllergies.recordedAt)), today),
                  noKnownAllergies.recordedByName,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </p>
          ) : (
            asking
          )}
          {resolved.allergies > 0 && (
            <Note className={cx(onRecord && "@max-[40rem]:hidden")}>{resolved.allergies} resolved</Note>
          )}
        </Cell>
        {hasProblems && (
          <Cell {...shape} title="Problems" onChange={change("problems")}>
            {problems.length > 0 || pregnant.length > 0 ? (
              <Rows
                {...asMany([
                  ...pregnant,
                  ...problems.map(({ id, words, code }) => ({
                    key: String(id),
                    text: words,
                    aside: code ?? undefined,
                  })),
                ])}
                more={more.problems}
                note={resolved.problems > 0 ? `${resolved.problems} resolved` : undefined}
                onRecord={onRecord}
              />
            ) : (
              <Note>{resolved.problems} resolved</Note>
            )}
          </Cell>
        )}
        {medicines.length > 0 && (
          <Cell
            {...shape}
            title="Medicines now"
            shown={end || onRecord ? "Medicines" : undefined}
            note={end && `to ${shortDay(end, today)}`}
            onChange={change("medicines")}
            className={medicineRows.some(isLong) ? "grow-2" : "grow-[1.15]"}
          >
            <Rows {...asMany(medicineRows, SHOWN_MEDICINES)} more={more.medicines} onRecord={onRecord} />
          </Cell>
        )}
        {vitals.length > 0 && (
          <Cell
            {...shape}
            title="Vitals"
            shown="Vital signs"
            className="grow-[1.3]"
            note={
              measuredOn &&
              (measuredOn === today ? `today ${formatClock(measuredAt)}` : shortDay(measuredOn, today))
            }
          >
            <Rows {...asMany(onPhones(vitalRows(vitals, today)))} onRecord={onRecord} />
          </Cell>
        )}
        {hasPlan && (
          <Cell
            {...shape}
            title="Plan"
            note={planDay && `${shortDay(planDay, today)}, ${daysAgo(planDay, today)}`}
            className={cx("grow-[1.4]", onRecord && "@max-[40rem]:hidden")}
          >
            {patient && missed && <MissedFollowUp patient={patient} today={today} short />}
            {plan ? (
              <p
                className={cx(
                  "text-sm/4.75 whitespace-pre-line wrap-anywhere",
                  missed || back.length > 0 ? "line-clamp-2" : "line-clamp-3",
                  "print:line-clamp-none",
                )}
              >
                {plan.treatment ?? plan.diagnosis ?? "No plan written"}
              </p>
            ) : null}
            {plan?.followUpDate && !missed && <Note>Back {shortDay(plan.followUpDate, today)}</Note>}
            <Pending word="Not back yet" rows={stillOut} today={today} />
            <Pending word="Back" rows={back} today={today} />
          </Cell>
        )}
      </div>
      {missing.length > 0 && <Missing what={missing} {...{ changes, onRecord }} />}
    </>
  );
}

/** Does not fit on a line of a cell that is no wider than the others. */
const isLong = ({ text, aside = "" }: StripRow) => text.length + aside.length > 26;

/** What nobody recorded, in one quiet line: "No problems, no medicines recorded". */
const Missing = ({
  what,
  changes,
  onRecord,
  first,
}: {
  what: readonly string[];
  changes: readonly { label: string; press: (() => void) | undefined }[];
  onRecord: boolean;
  first?: ReactNode;
}) => (
  <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 border-t border-line px-3.25 py-1.5 text-sm/5 text-ink-3 first:border-t-0">
    {first}
    <p>{what.map((each, index) => `${index === 0 ? "No" : "no"} ${each}`).join(", ")} recorded</p>
    {changes.map(
      ({ label, press }) =>
        press && (
          <button
            key={label}
            type="button"
            data-print="no"
            onClick={press}
            className={cx(
              "min-h-6 rounded-sm px-0.5 text-xs text-brand-text hover:underline @max-[40rem]:min-h-touch",
              onRecord && "@max-[40rem]:hidden",
            )}
          >
            {label}
          </button>
        ),
    )}
  </div>
);

/** "Allergies: not recorded", and the answer beside it. */
function AskAllergies({
  patientId,
  onAdd,
  isAlone,
}: {
  patientId: number;
  onAdd: (() => void) | undefined;
  /** In the quiet line, without a cell. */
  isAlone: boolean;
}) {
  const none = useEndpointMutation(sayNoKnownAllergies, {
    done: null,
    failed: { title: "Error", fallback: "Failed to save it" },
  });
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-2 gap-y-1 text-sm/5",
        isAlone && "@min-[40rem]:border-r @min-[40rem]:border-line @min-[40rem]:pr-3.5",
      )}
    >
      <p className={isAlone ? "font-medium text-ink @max-[40rem]:w-full" : "w-full text-ink-3"}>
        {isAlone ? "Allergies: not recorded" : "Not recorded"}
      </p>
      {onAdd && (
        <>
          <Button
            size="sm"
            busy={none.isPending}
            onClick={() => none.mutate({ params: { id: String(patientId) } })}
          >
            No known allergies
          </Button>
          <Button size="sm" variant="ghost" icon={<Plus />} aria-label="Add Allergy" onClick={onAdd}>
            Allergy
          </Button>
        </>
      )}
    </div>
  );
}

/** The first open request, or flagged result, and how many more there are: one line on a desk. */
function Pending({ word, rows, today }: { word: string; rows: Summary["pending"]; today: string }) {
  const [first, ...more] = rows;
  if (!first) return null;
  return (
    <p className="flex gap-x-1.5 text-sm/4.75">
      <span className="shrink-0 font-medium text-warn">{word}</span>
      <span className="line-clamp-2 min-w-0 wrap-anywhere @min-[40rem]:line-clamp-1 print:line-clamp-none">
        {first.label}
      </span>
      <span className="ml-auto shrink-0 text-xs/4.75 text-ink-3">
        {more.length > 0 ? `${more.length} more` : shortDay(manilaDay(new Date(first.since)), today)}
      </span>
    </p>
  );
}

function Cell({
  title,
  shown = title,
  note,
  onRecord,
  onChange,
  className = "grow",
  children,
}: {
  title: string;
  /** Instead of the title, before a note that completes it. */
  shown?: string | undefined;
  note?: string | null | undefined;
  onRecord: boolean;
  onChange?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) {
  const unlessLine = onRecord && "@max-[40rem]:hidden";
  return (
    <section aria-label={title} className={cx(cell, onRecord ? onPhone.line : onPhone.rows, className)}>
      <div className={head}>
        <h2>{shown}</h2>
        {note && <span className={cx("font-normal", unlessLine)}>{note}</span>}
        {onChange && (
          <button
            type="button"
            data-print="no"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={onChange}
            className={cx(
              "-my-1 min-h-6 rounded-sm px-0.5 text-brand-text hover:underline @max-[40rem]:min-h-touch @min-[40rem]:ml-auto",
              unlessLine,
            )}
          >
            Change
          </button>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

const Note = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p className={cx("text-xs/4.75 text-ink-3", className)}>{children}</p>
);

function Rows({
  shown,
  hidden,
  more = 0,
  note,
  onRecord,
}: {
  shown: readonly StripRow[];
  hidden: number;
  /** That were not even sent. */
  more?: number;
  note?: string | undefined;
  onRecord: boolean;
}) {
  // On a phone's record the rows are one sentence.
  const inline = onRecord && "@max-[40rem]:inline";
  const unlessLine = onRecord && "@max-[40rem]:hidden";
  const rest = hidden + more;
  return (
    <>
      <ul className={cx("text-sm/4.75", inline)}>
        {shown.map(({ key, text, detail, flag, aside, isBad, isOnDesk }) => (
          <li
            key={key}
            className={cx(
              "flex flex-wrap gap-x-2",
              onRecord &&
                (isOnDesk
                  ? "@max-[40rem]:hidden"
                  : "@max-[40rem]:inline @max-[40rem]:not-first:before:content-[',_']"),
            )}
          >
            <span className={cx("min-w-0 flex-1 basis-24 tabular-nums wrap-anywhere", inline)}>
              <span className={cx(isBad && "font-medium text-bad")}>{text}</span>
              {flag && <span className={flag.tone === "bad" ? "text-bad" : "text-warn"}> {flag.text}</span>}
              {detail && <span className={cx("block text-ink-2", unlessLine)}>{detail}</span>}
            </span>
            {aside && (
              <span className={cx("shrink-0 text-xs/4.75 text-ink-3 tabular-nums", unlessLine)}>{aside}</span>
            )}
          </li>
        ))}
      </ul>
      {(rest > 0 || note) && (
        <Note
          className={cx(
            rest === 0 || shown.some(({ isOnDesk }) => isOnDesk) ? unlessLine : inline,
            onRecord && "@max-[40rem]:before:content-[',_']",
          )}
        >
          {rest > 0 && `${rest} more`}
          {note && (
            <span className={cx(unlessLine)}>
              {rest > 0 && " · "}
              {note}
            </span>
          )}
        </Note>
      )}
    </>
  );
}
