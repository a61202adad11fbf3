import type { ComponentProps, ReactNode } from "react";
import type { Visit } from "#features/visits/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { splitDoctorName } from "#shared/formats/doctor-names.ts";
import { type Doctor, useDoctors } from "#web/hooks/use-doctors.ts";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { Age, Polled, type PolledList } from "./DaySection.tsx";
import { type groupsOf, longestWait, type QueueGroups, waitingInWords } from "./day-words.ts";
import { NarrowRow } from "./NarrowRow.tsx";
import { VisitGroups } from "./VisitGroups.tsx";
import type { VisitActions } from "./VisitRow.tsx";

type Shown = { now: Date; today: string; actions: VisitActions };

type DoctorColumnsProps = Shown & {
  doctors: readonly Doctor[];
  queueOf: (doctor: Doctor) => QueueGroups;
  /** Of a doctor who no longer practises. */
  others: readonly Visit[];
  groups: typeof groupsOf;
  /** One doctor at a time, by tabs: on phones, and in another page. */
  inTabs: boolean;
  polled: Omit<PolledList, "children">;
  /** On phones above the queues. */
  place: ReactNode;
  /** Of the clinic, below them. */
  rest: Pick<ComponentProps<typeof VisitGroups>, "unfinished" | "otherVisitors">;
  children: ReactNode;
};

/** The day's queues of several doctors side by side, each with its own groups. */
export function DoctorColumns({ polled, place, rest, children, ...columns }: DoctorColumnsProps) {
  const { groups, now, today, actions } = columns;
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-end gap-2">
        <Age {...polled} />
      </div>
      {place}
      <Polled {...polled}>
        <Columns {...columns} />
        {(rest.unfinished.length > 0 || rest.otherVisitors || children) && (
          <section aria-label="Of the clinic" className="rounded-md border border-line bg-surface">
            <VisitGroups {...{ now, today, actions }} {...rest} groups={groups([])} empty={null}>
              {children}
            </VisitGroups>
          </section>
        )}
      </Polled>
    </div>
  );
}

function Columns({
  doctors,
  queueOf,
  others,
  groups,
  inTabs,
  ...shown
}: Omit<DoctorColumnsProps, "polled" | "place" | "rest" | "children">) {
  const columns = doctors.map((doctor) => ({ doctor, queue: queueOf(doctor) }));
  const left = others.length > 0 && (
    <Column
      label="Without a doctor"
      head={<b className="font-strong">Without a doctor</b>}
      note="Hand these patients to somebody."
      queue={groups(others)}
      {...shown}
    />
  );
  if (inTabs)
    return (
      <div className="grid gap-4">
        <Tabs
          label="Doctor"
          tabs={columns.map(({ doctor, queue }) => ({
            id: String(doctor.id),
            icon: <DoctorLetter letter={doctor.letter} />,
            label: splitDoctorName(doctor.name).lastName,
            count: queue.waiting.length,
            content: (
              <div className="pt-4">
                <DoctorColumn {...{ doctor, queue }} {...shown} />
              </div>
            ),
          }))}
        />
        {left}
      </div>
    );
  return (
    <div
      className="grid items-start gap-4"
      style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 19rem), 1fr))" }}
    >
      {columns.map((column) => (
        <DoctorColumn key={column.doctor.id} {...column} {...shown} />
      ))}
      {left}
    </div>
  );
}

function DoctorColumn({ doctor, queue, ...shown }: Shown & { doctor: Doctor; queue: QueueGroups }) {
  const longest = longestWait(queue.waiting, shown.now);
  return (
    <Column
      label={`Queue of ${doctor.name}`}
      head={
        <>
          <DoctorLetter letter={doctor.letter} size={32} />
          <h2 className="min-w-0 font-strong text-balance wrap-anywhere">{doctor.name}</h2>
        </>
      }
      note={longest ? `${queue.waiting.length} waiting, longest ${longest}` : "Nobody is waiting"}
      queue={queue}
      {...shown}
    />
  );
}

function Column({
  label,
  head,
  note,
  queue,
  actions,
  ...shown
}: Shown & { label: string; head: ReactNode; note: string; queue: QueueGroups }) {
  return (
    <section aria-label={label} className="min-w-0 rounded-md border border-line bg-surface">
      <header className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-line px-3 py-2">
        {head}
        <p className="text-sm text-ink-2 ml-auto">{note}</p>
      </header>
      <VisitGroups
        groups={queue}
        unfinished={[]}
        otherVisitors={null}
        isNarrow
        actions={{ ...actions, Row: NarrowRow }}
        {...shown}
      />
    </section>
  );
}

/** Mine or All doctors, each with how many are here. */
export const WhoseQueue = ({
  isOfAll,
  onChange,
  mine,
  all,
}: {
  isOfAll: boolean;
  onChange: (isOfAll: boolean) => void;
  mine: number;
  all: number;
}) => (
  <Segment
    label="Whose queue"
    value={isOfAll ? "all" : "mine"}
    onChange={(shown) => onChange(shown === "all")}
    options={[
      { value: "mine", label: "Mine", end: <Count value={mine} /> },
      { value: "all", label: "All doctors", end: <Count value={all} /> },
    ]}
  />
);

/** "With the others: Jun Ang 2 waiting" */
export function OtherQueues({
  queues,
  onShow,
}: {
  queues: readonly (readonly [Doctor, QueueGroups])[];
  onShow: (() => void) | undefined;
}) {
  return (
    <div className="flex min-h-9 items-center gap-2 border-t border-line bg-sunk px-4 py-1 text-sm">
      <b className="shrink-0 font-strong">With the others</b>
      <span className="min-w-0 text-ink-2 tabular-nums wrap-anywhere">
        {queues.map(([{ name }, { waiting }]) => `${name} ${waitingInWords(waiting.length)}`).join(", ")}
      </span>
      {onShow && (
        <Button
          variant="link"
          size="sm"
          onClick={onShow}
          aria-label="Show the others' queues"
          className="ml-auto shrink-0"
        >
          Show
        </Button>
      )}
    </div>
  );
}

/** "from Ⓐ 10:31 AM, “Right ear”" */
export function HandedOver({ fromId, at, note }: NonNullable<Visit["handover"]>) {
  const from = useDoctors()?.all.find(({ id }) => id === fromId);
  return (
    <>
      {from ? (
        <>
          from <DoctorLetter letter={from.letter} />
          <span className="sr-only">{from.name}</span>
        </>
      ) : (
        "handed over"
      )}{" "}
      {formatClock(at)}
      {note && <span className="text-ink">, “{note}”</span>}
    </>
  );
}
