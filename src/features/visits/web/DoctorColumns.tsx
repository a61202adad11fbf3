import type { ReactNode } from "react";
import type { Visit } from "#features/visits/contract.ts";
import { splitDoctorName } from "#shared/formats/names.ts";
import type { Doctor } from "#web/hooks/use-doctors.ts";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { type groupsOf, longestWait, type QueueGroups } from "./day-words.ts";
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
};

/** The day's queues of several doctors side by side, each with its own groups. */
export function DoctorColumns({ doctors, queueOf, others, groups, inTabs, ...shown }: DoctorColumnsProps) {
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
