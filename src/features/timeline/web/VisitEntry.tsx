import { Ban } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Addendum } from "#features/consultations/contract.ts";
import { vitalsOf } from "#features/consultations/listed-visits.ts";
import { isVitalsAlone } from "#features/consultations/rules.ts";
import { typeWord, vitalSignWords } from "#features/consultations/words.ts";
import type { TimelineVisit } from "#features/timeline/contract.ts";
import { presentIllnessLines } from "#shared/clinical/present-illness.ts";
import { formatDay, formatInstant } from "#shared/formats/dates.ts";
import { ConfidentialBadge } from "#web/clinical/ConfidentialBadge.tsx";
import { useOnPaper } from "#web/printing/print-whole.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { hasComeOfIt, planLines, titleOf, whenWords } from "./timeline-words.ts";
import { type Opens, WhatCameOfIt } from "./WhatCameOfIt.tsx";

/** Long texts; View More has all of them. */
const inPart = "line-clamp-5 print:line-clamp-none";

/** Lines of a plan that are shown on the screen. */
const PLAN_LINES = 6;

/** One visit: when, what was written, in the margin's order, and what came of it. */
export function VisitEntry({
  visit,
  today,
  opens,
  offer,
  onViewMore,
}: {
  visit: TimelineVisit;
  today: string;
  opens: Opens;
  offer?: ReactNode;
  /** Undefined where nothing was written. */
  onViewMore: (() => void) | undefined;
}) {
  const { day, consultation, queue } = visit;
  const title = useId();
  const isWrong = Boolean(consultation?.enteredInError);
  const isOpen = queue?.isOpen === true;
  const came = hasComeOfIt(visit);
  const { when, ago } = whenWords(day, today);
  const codes = consultation?.diagnoses.flatMap(({ code }) => code ?? []).join(" · ");
  return (
    <article
      aria-labelledby={title}
      className={cx(
        "grid break-inside-avoid gap-x-4 gap-y-0.5 border-t border-line px-4 py-3 first:border-t-0",
        "@xl:grid-cols-[5.75rem_minmax(0,1fr)] @4xl:grid-cols-[5.75rem_minmax(0,1fr)_19.75rem]",
        isOpen && "spine bg-brand-wash pl-3.25",
      )}
    >
      <time dateTime={day} className="text-sm text-ink-3 tabular-nums">
        <b className="mr-1.5 font-medium text-ink @xl:mr-0 @xl:block">{when}</b>
        {ago}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <h3
          id={title}
          className={cx(
            "line-clamp-3 text-md font-strong text-balance print:line-clamp-none",
            isWrong && "text-ink-3 line-through",
          )}
        >
          {titleOf(visit)}
          {codes && <span className="ml-1.5 text-xs font-normal text-ink-3 tabular-nums">{codes}</span>}
          {consultation && !isWrong && (
            <>
              {" "}
              <Badge small>{typeWord(consultation.consultationType)}</Badge>{" "}
              <ConfidentialBadge of={consultation} />
            </>
          )}
        </h3>
        {consultation?.enteredInError ? (
          <p className="mt-0.5 text-sm text-ink-3">
            <Badge small tone="bad" icon={<Ban />}>
              Entered in Error
            </Badge>{" "}
            {[
              `${consultation.enteredInError.reason.replace(/\.$/, "")}.`,
              [consultation.enteredInError.byName, formatInstant(consultation.enteredInError.at)]
                .filter(Boolean)
                .join(", "),
            ].join(" ")}
          </p>
        ) : (
          <Margin visit={visit} />
        )}
        {offer && <div className="-ml-2.5">{offer}</div>}
      </div>
      {(came || onViewMore) && (
        <div
          className={cx(
            "grid min-w-0 content-start gap-0.5 @xl:@max-4xl:col-start-2",
            came && "@max-4xl:pt-1 @4xl:border-l @4xl:border-line @4xl:pl-4",
          )}
        >
          {came && <WhatCameOfIt visit={visit} today={today} opens={opens} />}
          {onViewMore && (
            <Button
              variant="link"
              size="sm"
              className="justify-self-end max-md:-my-2"
              data-print="no"
              aria-label={`View More of ${formatDay(day)}`}
              onClick={onViewMore}
            >
              View More
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** What was said, found and planned, with its labels in the margin; on paper also what View More has. */
function Margin({ visit }: { visit: TimelineVisit }) {
  const { consultation, cameFor } = visit;
  const isOnPaper = useOnPaper();
  const found = foundOf(visit);
  const plan = planLines(visit);
  const addenda = consultation?.addenda ?? [];
  const illness = presentIllnessLines(consultation?.historyOfPresentIllness ?? null);
  if (!cameFor && !found && plan.length === 0 && addenda.length === 0 && !isOnPaper) return null;
  const lines = isOnPaper ? plan : plan.slice(0, PLAN_LINES);
  const more = plan.length - lines.length;
  return (
    <dl className="mt-0.75 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm/4.75 [&_dt]:text-ink-3 @xl:grid-cols-[4.5rem_minmax(0,1fr)]">
      {cameFor && (
        <>
          <dt>Came for</dt>
          <dd className={inPart}>
            <span className="whitespace-pre-line">{cameFor.words}</span>
            {cameFor.recordedBy && <span className="text-ink-3"> told to {cameFor.recordedBy}</span>}
          </dd>
        </>
      )}
      {isOnPaper && illness.length > 0 && (
        <>
          <dt>Illness</dt>
          <dd>
            {illness.map(({ label, value }) => (
              <p key={label}>
                <span className="text-ink-3">{label}</span> {value}
              </p>
            ))}
          </dd>
        </>
      )}
      {found && (
        <>
          <dt>Found</dt>
          <dd className={cx(inPart, "tabular-nums")}>{found}</dd>
        </>
      )}
      {plan.length > 0 && (
        <>
          <dt>Plan</dt>
          <dd>
            <ul>
              {lines.map((line) => (
                <li key={line} className="relative pl-3">
                  <span aria-hidden="true" className="absolute top-2.25 left-0 h-px w-1.25 bg-ink-3" />
                  <span className="line-clamp-3 print:line-clamp-none">{line}</span>
                </li>
              ))}
            </ul>
            {more > 0 && (
              <p className="pl-3 text-ink-3">{more === 1 ? "1 more line" : `${more} more lines`}</p>
            )}
          </dd>
        </>
      )}
      {isOnPaper && consultation?.notes && (
        <>
          <dt>Notes</dt>
          <dd className="whitespace-pre-line">{consultation.notes}</dd>
        </>
      )}
      {addenda.length > 0 && (
        <>
          <dt>Added</dt>
          <dd>
            {addenda.map((addendum) => (
              <AddedLine key={addendum.id} addendum={addendum} />
            ))}
          </dd>
        </>
      )}
      {isOnPaper && consultation && !isVitalsAlone(consultation) && (
        <>
          <dt>ID</dt>
          <dd className="tabular-nums">{consultation.id}</dd>
        </>
      )}
    </dl>
  );
}

function AddedLine({ addendum: { text, authorName, createdAt, enteredInError } }: { addendum: Addendum }) {
  return (
    <p>
      <span
        className={cx(
          "line-clamp-2 whitespace-pre-line print:line-clamp-none",
          enteredInError && "text-ink-3 line-through",
        )}
      >
        {text}
      </span>
      <span className="text-ink-3">
        {[enteredInError && "entered in error", authorName, formatInstant(createdAt)]
          .filter(Boolean)
          .join(", ")}
      </span>
    </p>
  );
}

/** Vital signs in one line, with what is out of range in words, then the examination. */
function foundOf({ consultation, desk, flags }: TimelineVisit): ReactNode {
  const vitals = vitalsOf({ visit: consultation, desk });
  const measured = vitalSignWords(vitals?.vitalSigns ?? null);
  const examination = consultation?.physicalExamination;
  if (measured.length === 0 && !examination) return null;
  const line = measured.map(({ sign, words }, index) => {
    const flag = flags.find((each) => each.sign === sign);
    return (
      <span key={sign}>
        {index > 0 && ", "}
        {words}
        {flag && (
          <span className={flag.level === "red" ? "font-medium text-bad" : "text-warn"}>
            {" "}
            {flag.text.charAt(0).toLowerCase() + flag.text.slice(1)}
          </span>
        )}
      </span>
    );
  });
  return (
    <>
      {measured.length > 0 &&
        (vitals?.vitalsInError ? (
          <>
            <s className="text-ink-3">{line}</s> <span className="whitespace-nowrap">entered in error</span>
          </>
        ) : (
          <span>{line}</span>
        ))}
      {measured.length > 0 && examination && ". "}
      {examination && <span className="whitespace-pre-line">{examination}</span>}
    </>
  );
}
