import { CircleAlert } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { changeProblem } from "#features/clinical-lists/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { formatClock, manilaDay, shortDay } from "#shared/formats/dates.ts";
import { MissedFollowUp, missedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { SkeletonBar } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import {
  allergyRow,
  daysAgo,
  fitting,
  measuredLast,
  medicineRow,
  pregnancyRows,
  ROOM,
  SHOWN_MEDICINES,
  type StripRow,
  vitalRows,
} from "./strip-rows.ts";

const ListDialogs = lazyPart(() => import("./ListDialogs.tsx"), "ListDialogs");

type ListName = "allergies" | "problems" | "medicines";

const columns = "@min-[40rem]:flex";

/**
 * What must not be overlooked of a patient, in one strip: allergies, problems, current medicines, vital signs and the
 * last plan. As tall as what is recorded: what is not is one line, but for allergies. `narrow` is for a dialog of 720 px.
 */
export function SafetyStrip({
  patientId,
  narrow = false,
  className,
}: {
  patientId: number;
  narrow?: boolean;
  className?: string;
}) {
  const { data, error, refetch, isFetching } = useCall(summary, { params: { id: String(patientId) } });
  const [open, setOpen] = useState<ListName | null>(null);
  const retry = () => void refetch();
  return (
    <section aria-label="At a glance" className={cx("@container bg-surface", className)}>
      {data ? (
        <Cells summary={data} patientId={patientId} narrow={narrow} onChange={setOpen} />
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

const titles = ["Allergies", "Problems", "Medicines now", "Vitals", "Plan"];

const Skeleton = () => (
  <div className={columns} aria-hidden="true">
    {titles.map((title) => (
      <div key={title} className={cx(cell, "grow")}>
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
  "min-w-0 basis-0 border-line px-4 py-2 @max-[40rem]:grid @max-[40rem]:grid-cols-[5.5rem_minmax(0,1fr)] @max-[40rem]:gap-x-2.5 @max-[40rem]:border-t @max-[40rem]:first:border-t-0 @min-[40rem]:border-l @min-[40rem]:px-2.5 @min-[40rem]:pt-2.5 @min-[56rem]:px-3 @min-[40rem]:first:border-l-0";
const head =
  "flex min-h-5 flex-wrap items-baseline gap-x-1 text-xs/4 font-medium text-ink-3 @max-[40rem]:flex-col @max-[40rem]:pt-0.5";

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
  narrow,
  onChange,
}: {
  summary: Summary;
  patientId: number;
  narrow: boolean;
  onChange: (list: ListName) => void;
}) {
  const today = useToday();
  const patient = usePatient(patientId).data;
  const mayChange = useCan()(changeProblem);
  const room = narrow ? ROOM.narrow : ROOM.wide;
  // All substances come before any reaction.
  const bare = (rows: StripRow[]) =>
    narrow ? rows.map(({ key, text, flag, isBad }) => ({ key, text, flag, isBad })) : rows;
  const change = (list: ListName) => (mayChange ? () => onChange(list) : undefined);
  const measuredAt = measuredLast(vitals);
  const measuredOn = measuredAt && manilaDay(new Date(measuredAt));
  const missed = patient && missedFollowUp(patient, today);
  const planDay = plan && manilaDay(new Date(plan.recordedAt));
  const stillOut = pending.filter(({ kind }) => kind !== "result");
  // The latest first.
  const back = pending.filter(({ kind }) => kind === "result").toReversed();
  const hasProblems = problems.length > 0 || pregnancy !== null || resolved.problems > 0;
  const missing: { what: string; onChange?: (() => void) | undefined }[] = [
    ...(hasProblems ? [] : [{ what: "problems", onChange: change("problems") }]),
    ...(medicines.length > 0 ? [] : [{ what: "medicines now", onChange: change("medicines") }]),
    ...(vitals.length > 0 ? [] : [{ what: "vitals" }]),
    ...(plan || missed || pending.length > 0 ? [] : [{ what: "plan" }]),
  ];
  return (
    <>
      <div className={columns}>
        <Cell title="Allergies" onChange={change("allergies")}>
          {allergies.length > 0 ? (
            <Rows {...fitting(bare(allergies.map(allergyRow)), room)} more={more.allergies} narrow={narrow} />
          ) : noKnownAllergies ? (
            <p className="text-sm/4.75">
              No known allergies
              <span className="block text-ink-3">
                {[
                  shortDay(manilaDay(new Date(noKnownAllergies.recordedAt)), today),
                  noKnownAllergies.recordedByName,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </p>
          ) : (
            <None>Not recorded</None>
          )}
          {resolved.allergies > 0 && <Note>{resolved.allergies} resolved</Note>}
        </Cell>
        {hasProblems && (
          <Cell title="Problems" onChange={change("problems")}>
            {problems.length > 0 || pregnancy ? (
              <Rows
                {...fitting(
                  [
                    ...(pregnancy ? pregnancyRows(pregnancy, today, narrow) : []),
                    ...bare(
                      problems.map(({ id, words, code }) => ({
                        key: String(id),
                        text: words,
                        aside: code ?? undefined,
                      })),
                    ),
                  ],
                  room,
                )}
                more={more.problems}
                note={resolved.problems > 0 ? `${resolved.problems} resolved` : undefined}
                narrow={narrow}
              />
            ) : (
              <Note>{resolved.problems} resolved</Note>
            )}
          </Cell>
        )}
        {medicines.length > 0 && (
          <Cell title="Medicines now" onChange={change("medicines")} className="grow-2">
            <Rows
              {...fitting(
                bare(medicines.map((medicine) => medicineRow(medicine, today))),
                room,
                SHOWN_MEDICINES,
              )}
              more={more.medicines}
              narrow={narrow}
            />
          </Cell>
        )}
        {vitals.length > 0 && (
          <Cell
            title="Vitals"
            note={
              measuredOn &&
              (measuredOn === today ? `today ${formatClock(measuredAt)}` : shortDay(measuredOn, today))
            }
          >
            <Rows {...fitting(bare(vitalRows(vitals, today)), room)} narrow={narrow} />
          </Cell>
        )}
        {(plan || missed || pending.length > 0) && (
          <Cell
            title={planDay ? `Plan of ${shortDay(planDay, today)}` : "Plan"}
            note={planDay && daysAgo(planDay, today)}
          >
            {patient && missed && <MissedFollowUp patient={patient} today={today} short />}
            {plan ? (
              <p
                className={cx(
                  "text-sm/4.75 whitespace-pre-line wrap-anywhere",
                  narrow || missed || back.length > 0 ? "line-clamp-2" : "line-clamp-3",
                )}
              >
                {plan.treatment ?? plan.diagnosis ?? "No plan written"}
              </p>
            ) : null}
            {plan?.followUpDate && !missed && <Note>Back {shortDay(plan.followUpDate, today)}</Note>}
            <Pending word="No result yet" rows={stillOut} today={today} narrow={narrow} />
            <Pending word="Back" rows={back} today={today} narrow={narrow} />
          </Cell>
        )}
      </div>
      {missing.length > 0 && <Missing rows={missing} />}
    </>
  );
}

/** What nobody recorded, in one line: "Not recorded: problems, medicines now". */
const Missing = ({ rows }: { rows: { what: string; onChange?: (() => void) | undefined }[] }) => (
  <p className="flex flex-wrap items-center gap-x-3 border-t border-line px-4 py-1.5 text-sm/4.75 text-ink-3 @min-[40rem]:px-2.5 @min-[56rem]:px-3">
    <span>Not recorded:</span>
    {rows.map(({ what, onChange }) => (
      <span key={what}>
        {what}
        {onChange && (
          <button
            type="button"
            aria-label={`Change ${what}`}
            onClick={onChange}
            className="ml-1.5 min-h-6 rounded-sm px-0.5 text-xs text-brand-text hover:underline @max-[40rem]:min-h-touch"
          >
            Change
          </button>
        )}
      </span>
    ))}
  </p>
);

/** The first open request, or flagged result, and how many more there are: one line on a desk. */
function Pending({
  word,
  rows,
  today,
  narrow,
}: {
  word: string;
  rows: Summary["pending"];
  today: string;
  narrow: boolean;
}) {
  const [first, ...more] = rows;
  if (!first) return null;
  return (
    <p className="flex gap-x-1.5 text-sm/4.75">
      <span className="shrink-0 font-medium text-warn">{word}</span>
      <span className="line-clamp-2 min-w-0 wrap-anywhere @min-[40rem]:line-clamp-1">{first.label}</span>
      {(more.length > 0 || !narrow) && (
        <span className="ml-auto shrink-0 text-xs/4.75 text-ink-3">
          {more.length > 0 ? `${more.length} more` : shortDay(manilaDay(new Date(first.since)), today)}
        </span>
      )}
    </p>
  );
}

function Cell({
  title,
  note,
  onChange,
  className = "grow",
  children,
}: {
  title: string;
  note?: string | null | undefined;
  onChange?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={cx(cell, className)}>
      <div className={head}>
        <h2>{title}</h2>
        {note && <span className="font-normal">{note}</span>}
        {onChange && (
          <button
            type="button"
            aria-label={`Change ${title.toLowerCase()}`}
            onClick={onChange}
            className="-my-1 min-h-6 rounded-sm px-0.5 text-brand-text hover:underline @max-[40rem]:min-h-touch @min-[40rem]:ml-auto"
          >
            Change
          </button>
        )}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

const None = ({ children }: { children: string }) => <p className="text-sm/4.75 text-ink-3">{children}</p>;
const Note = ({ children }: { children: ReactNode }) => <p className="text-xs/4.75 text-ink-3">{children}</p>;

function Rows({
  shown,
  hidden,
  more = 0,
  note,
  narrow,
}: {
  shown: readonly StripRow[];
  hidden: number;
  /** That were not even sent. */
  more?: number;
  note?: string | undefined;
  narrow: boolean;
}) {
  const rest = hidden + more;
  const last = [rest > 0 && `${rest} more`, note].filter(Boolean).join(" · ");
  return (
    <>
      <ul className="text-sm/4.75">
        {shown.map(({ key, text, detail, flag, aside, isBad }) => (
          <li key={key} className="flex flex-wrap gap-x-2">
            <span
              className={cx("min-w-0 flex-1 basis-24 tabular-nums wrap-anywhere", narrow && "line-clamp-2")}
            >
              <span className={cx(isBad && "font-medium text-bad")}>{text}</span>
              {flag && <span className={flag.tone === "bad" ? "text-bad" : "text-warn"}> {flag.text}</span>}
              {detail && <span className="block text-ink-2">{detail}</span>}
            </span>
            {aside && <span className="shrink-0 text-xs/4.75 text-ink-3 tabular-nums">{aside}</span>}
          </li>
        ))}
      </ul>
      {last && <Note>{last}</Note>}
    </>
  );
}
