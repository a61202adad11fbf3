import { type Pregnancy, type PrenatalVisit, prenatalVisits } from "#features/pregnancies/contract.ts";
import { visitFlags } from "#features/pregnancies/words.ts";
import { shortGestation } from "#shared/clinical/pregnancy.ts";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { FlagWords } from "#web/clinical/FlagWords.tsx";
import { useCall } from "#web/data/calls.ts";
import { QueryList } from "#web/QueryList.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";
import { NotRecorded } from "#web/ui/NotRecorded.tsx";

const PART = 12;

/** The measurements in a pregnancy, a row per day, latest first. */
export function PrenatalVisits({ pregnancy: { id, patientId } }: { pregnancy: Pregnancy }) {
  const params = { id: String(patientId), rowId: String(id) };
  const query = useCall(prenatalVisits, { params });
  const { data } = query;
  const parts = useParts(data ?? [], PART);
  return (
    <QueryList
      query={query}
      title="Failed to load the visits"
      skeleton={<SkeletonRows rows={2} initials={false} />}
      label="Loading visits"
      empty={
        <p className="border-t border-line px-4 py-3 text-sm text-ink-3">
          No visit yet. Fundal height and fetal heart tone are recorded with the vital signs.
        </p>
      }
    >
      {() => (
        <div className="border-t border-line">
          <Table
            label="Prenatal visits"
            columns={columns}
            rows={parts.shown}
            rowKey={({ date }) => date}
            card={(visit) => <VisitCard visit={visit} />}
            foot={parts.more}
          />
        </div>
      )}
    </QueryList>
  );
}

function Value({ children, flag }: { children: string | number | null; flag?: Flag | undefined }) {
  if (children === null) return <NotRecorded />;
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{children}</span>
      <FlagWords flag={flag} />
    </>
  );
}

const measured: {
  id: string;
  header: string;
  cell: (visit: PrenatalVisit) => React.ReactNode;
}[] = [
  {
    id: "bloodPressure",
    header: "BP, mmHg",
    cell: (visit) => <Value flag={visitFlags(visit).bloodPressure}>{visit.bloodPressure}</Value>,
  },
  { id: "weight", header: "Weight, kg", cell: ({ weight }) => <Value>{weight}</Value> },
  {
    id: "fundalHeight",
    header: "Fundal height, cm",
    cell: (visit) => <Value flag={visitFlags(visit).fundalHeight}>{visit.fundalHeight}</Value>,
  },
  {
    id: "fetalHeartTone",
    header: "FHT, bpm",
    cell: (visit) => <Value flag={visitFlags(visit).fetalHeartTone}>{visit.fetalHeartTone}</Value>,
  },
  { id: "presentation", header: "Presentation", cell: ({ presentation }) => <Value>{presentation}</Value> },
];

const columns: Column<PrenatalVisit>[] = [
  {
    id: "date",
    header: "Visit",
    cell: ({ date }) => <span className="whitespace-nowrap">{formatDay(date)}</span>,
  },
  {
    id: "days",
    header: "AOG",
    cell: ({ days }) => <span className="whitespace-nowrap tabular-nums">{shortGestation(days)}</span>,
  },
  ...measured,
];

/** On a phone a visit is a card with one line per sign. */
function VisitCard({ visit }: { visit: PrenatalVisit }) {
  const { bloodPressure, weight, fundalHeight, fetalHeartTone, presentation } = visit;
  const values: Record<string, unknown> = {
    bloodPressure,
    weight,
    fundalHeight,
    fetalHeartTone,
    presentation,
  };
  return (
    <div className="px-4 py-3">
      <h3 className="font-medium">
        {formatDay(visit.date)}, {shortGestation(visit.days)}
      </h3>
      <dl className="mt-1 grid gap-1">
        {measured.map(({ id, header, cell }) =>
          values[id] === null ? null : (
            <div key={id} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-2">
              <dt className="text-sm text-ink-2">{header}</dt>
              <dd>{cell(visit)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
