import {
  Banknote,
  Calendar,
  ChartColumn,
  Clock,
  FileCheck,
  FileText,
  FlaskConical,
  ScanLine,
} from "lucide-react";
import type { ReactNode } from "react";
import { billStateWords } from "#features/billing/words.ts";
import type { TimelineVisit } from "#features/timeline/contract.ts";
import { flagWords } from "#shared/clinical/results/flags.ts";
import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { counted } from "#shared/formats/counts.ts";
import { formatClock, formatDay, manilaDay, shortDay } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import type { SignedState } from "#shared/signed-papers.ts";
import { flagTone } from "#web/clinical/flag-tone.ts";
import { useOnPaper } from "#web/printing/print-whole.ts";
import type { Tone } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";

/** What the lines open; without an entry a line is text. */
export type Opens = {
  [Kind in "prescription" | "paper" | "result" | "bill" | "appointment"]?: (id: number) => void;
};

type Line = {
  key: string;
  icon: ReactNode;
  what: ReactNode;
  state: string;
  tone?: Tone | undefined;
  /** Withdrawn or voided. */
  isOff?: boolean | undefined;
  isConfidential?: boolean | undefined;
  open: (() => void) | undefined;
};

/** Values and tests that are named on the screen; the others are counted. */
const NAMED = 3;

const tones: Record<Tone, string> = {
  ok: "text-ink-3",
  quiet: "text-ink-3",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
};

/** What was given at a visit and what came back, each with its state. */
export function WhatCameOfIt({ visit, today, opens }: { visit: TimelineVisit; today: string; opens: Opens }) {
  const named = useOnPaper() ? Number.POSITIVE_INFINITY : NAMED;
  return (
    <ul aria-label="What came of it" className="grid content-start gap-0.5 text-sm/4.75">
      {linesOf(visit, { today, opens, named }).map(({ key, ...line }) => (
        <li key={key}>
          <OneLine {...line} />
        </li>
      ))}
    </ul>
  );
}

function OneLine({ icon, what, state, tone = "quiet", isOff, isConfidential, open }: Omit<Line, "key">) {
  const content = (
    <>
      <span className="mt-0.5 shrink-0 text-ink-3 [&_svg]:size-3.75">{icon}</span>
      <span className={cx("min-w-0 flex-1 text-left wrap-anywhere", isOff && "text-ink-3 line-through")}>
        {what}
        {isConfidential && <span className="text-info"> Confidential</span>}
      </span>
      <span className={cx("max-w-1/2 shrink-0 text-right text-xs/4.75 tabular-nums", tones[tone])}>
        {state}
      </span>
    </>
  );
  const look = "flex w-full items-start gap-2";
  return open ? (
    <button
      type="button"
      onClick={open}
      className={cx(look, "rounded-sm hover:underline max-md:min-h-touch max-md:items-center")}
    >
      {content}
    </button>
  ) : (
    <span className={look}>{content}</span>
  );
}

const opening = (open: ((id: number) => void) | undefined, id: number) => open && (() => open(id));

const signed = (state: SignedState, released: string): Pick<Line, "state" | "tone" | "isOff"> => {
  if (state === "prepared") return { state: "awaiting release", tone: "warn" };
  return state === "final" ? { state: released } : { state: "withdrawn", isOff: true };
};

const paperIcons: Partial<Record<TimelineVisit["papers"][number]["kind"], ReactNode>> = {
  laboratory_request: <FlaskConical />,
  imaging_request: <ScanLine />,
};

type Around = { today: string; opens: Opens; named: number };

function linesOf(visit: TimelineVisit, around: Around): Line[] {
  const { opens } = around;
  return [
    ...visit.prescriptions.map(({ id, status, medicines, isConfidential }) => ({
      key: `rx ${id}`,
      icon: <FileText />,
      what: "Prescription",
      ...signed(status, counted(medicines, "medicine")),
      isConfidential,
      open: opening(opens.prescription, id),
    })),
    ...visit.papers.map(({ id, kind, title, number, state, isConfidential }) => ({
      key: `paper ${id}`,
      icon: paperIcons[kind] ?? <FileCheck />,
      what: title,
      ...signed(state, number),
      isConfidential,
      open: opening(opens.paper, id),
    })),
    ...visit.results.flatMap((result) => resultLines(result, around)),
    ...visit.papers.flatMap(({ id, out }) => outLines(id, out, around)),
    ...visit.bills.map((bill) => {
      const { tone, words } = billStateWords(bill);
      return {
        key: `bill ${bill.id}`,
        icon: <Banknote />,
        what: <span className="tabular-nums">{formatMoney(bill.due)}</span>,
        state: words,
        tone,
        isOff: bill.state === "void",
        open: opening(opens.bill, bill.id),
      };
    }),
    ...visit.followUps.map(({ visitId, startsAt, state }) => ({
      key: `follow-up ${visitId}`,
      icon: <Calendar />,
      what: `Follow-up ${formatDay(manilaDay(new Date(startsAt)))}`,
      state: state === "booked" ? `booked, ${formatClock(startsAt)}` : visitStateLabels[state].toLowerCase(),
      tone: state === "no_show" ? ("warn" as const) : undefined,
      isOff: state === "cancelled",
      open: opening(opens.appointment, visitId),
    })),
  ];
}

function resultLines(
  { id, panelName, named, others, day, isConfidential }: TimelineVisit["results"][number],
  { today, opens, named: most }: Around,
): Line[] {
  const line = {
    icon: <ChartColumn />,
    state: `back ${shortDay(day, today)}`,
    isConfidential,
    open: opening(opens.result, id),
  };
  if (named.length === 0)
    return [
      { ...line, key: `result ${id}`, what: `${panelName}: ${counted(others, "value")}, none flagged` },
    ];
  const more = named.length - most;
  return [
    ...named.slice(0, most).map(({ analyte, name, value, unit, flag }) => ({
      ...line,
      key: `result ${id} ${analyte}`,
      what: (
        <>
          {name} <b className="font-medium tabular-nums">{[value, unit].filter(Boolean).join(" ")}</b>
          {flag && <span className={cx("font-medium", flagTone[flag])}> {flagWords[flag]}</span>}
        </>
      ),
    })),
    ...(more > 0
      ? [{ ...line, key: `result ${id} more`, what: `${panelName}: ${counted(more, "more value")} flagged` }]
      : []),
  ];
}

function outLines(paperId: number, out: readonly string[], { opens, named: most }: Around): Line[] {
  const line = {
    icon: <Clock />,
    state: "not back yet",
    tone: "warn" as const,
    open: opening(opens.paper, paperId),
  };
  const more = out.length - most;
  return [
    ...out.slice(0, most).map((what, index) => ({ ...line, key: `out ${paperId} ${index}`, what })),
    ...(more > 0 ? [{ ...line, key: `out ${paperId} more`, what: counted(more, "more test") }] : []),
  ];
}
