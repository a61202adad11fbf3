import { Hospital } from "lucide-react";
import type { Analytics } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { centavos, formatPesosWhole } from "#shared/formats/money.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { FigureCard } from "./FigureCard.tsx";
import { inPatients, inPercent } from "./report-words.ts";

type Row = Analytics["hospitals"][number];

/** The share of a hospital of the revenue, its bar relative to the largest one. */
const columnsFor = ({ largest, total }: { largest: number; total: bigint }): Column<Row>[] => [
  {
    id: "hospital",
    header: "Hospital",
    className: "font-medium",
    sortBy: ({ hospital }) => hospital,
    cell: ({ hospital }) => hospital,
  },
  {
    id: "patients",
    header: "Patients",
    align: "right",
    sortBy: ({ patients }) => patients,
    cell: ({ patients }) => formatCount(patients),
  },
  {
    id: "revenue",
    header: "Revenue",
    align: "right",
    sortBy: ({ revenue }) => Number(revenue),
    cell: ({ revenue }) => formatPesosWhole(revenue),
  },
  {
    id: "average",
    header: "Average per Patient",
    align: "right",
    sortBy: ({ average }) => Number(average),
    cell: ({ average }) => formatPesosWhole(average),
  },
  {
    id: "share",
    header: "Share",
    align: "right",
    width: "12rem",
    cell: ({ revenue, percent }) => (
      <ShareCell words={inPercent(centavos(revenue), total)} {...{ percent, largest }} />
    ),
  },
];

/** The hospitals of the period's patients, by revenue, with their share of it. */
export function HospitalPerformance({
  hospitals,
  revenue,
  isAllTime,
}: {
  hospitals: Row[];
  /** Of all of them. */
  revenue: string;
  isAllTime: boolean;
}) {
  const largest = Math.max(...hospitals.map(({ percent }) => percent));
  const total = centavos(revenue);
  return (
    <Section title="Hospital Performance" flush className="print:break-before-page">
      <Table
        label="Hospital Performance"
        columns={columnsFor({ largest, total })}
        rows={hospitals}
        rowKey={({ hospital }) => hospital}
        card={({ hospital, patients, revenue: ofHospital, average }) => (
          <FigureCard
            name={hospital}
            figure={formatPesosWhole(ofHospital)}
            note={`${inPatients(patients)} · ${formatPesosWhole(average)} each`}
            share={`${inPercent(centavos(ofHospital), total)} share`}
          />
        )}
        empty={
          <Empty
            icon={<Hospital />}
            title={isAllTime ? "No patients found." : "No patients in this period."}
            why={
              isAllTime
                ? "Figures appear as patients are registered."
                : "Patients count by their admission date, or by registration if never admitted."
            }
          />
        }
      />
    </Section>
  );
}

function ShareCell({ words, percent, largest }: { words: string; percent: number; largest: number }) {
  return (
    <span className="flex items-center justify-end gap-2">
      <span
        aria-hidden="true"
        className="h-1.5 w-20 overflow-hidden rounded-full bg-sunk print:border print:border-line"
      >
        <span
          className="block h-full rounded-full bg-brand-ring print-color-exact"
          style={{ width: `${largest > 0 ? (100 * percent) / largest : 0}%` }}
        />
      </span>
      <span className="w-9">{words}</span>
    </span>
  );
}
