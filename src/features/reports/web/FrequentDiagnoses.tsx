import { Stethoscope } from "lucide-react";
import { type DiagnosisFigures, diagnosisFigures, exportDiagnoses } from "#features/reports/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import type { Period } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { FigureCard } from "./FigureCard.tsx";
import { inPercent } from "./report-words.ts";
import { useReportSearch } from "./use-report-search.ts";

type Row = DiagnosisFigures["codes"][number];

const columnsFor = (coded: number): Column<Row>[] => [
  { id: "code", header: "Code", width: "6rem", className: "tabular-nums", cell: ({ code }) => code },
  { id: "words", header: "Diagnosis", className: "font-medium", cell: ({ words }) => words },
  { id: "count", header: "Count", align: "right", cell: ({ count }) => formatCount(count) },
  { id: "percent", header: "Of Coded", align: "right", cell: ({ count }) => inPercent(count, coded) },
];

/** The most frequent codes of the period's consultations, and how many diagnoses have none. */
export function FrequentDiagnoses({ period }: { period: Period }) {
  const doctors = useCurrentUser().data?.doctors;
  const { search, change } = useReportSearch();
  const doctor = doctors?.find(({ id }) => String(id) === search.doctor);
  const sent = { query: { period, ...(doctor && { practitionerId: String(doctor.id) }) } };
  const query = useCall(diagnosisFigures, sent, { keepsPrevious: true, refetchOnMount: "always" });
  const { data, error, isPlaceholderData } = query;
  const isNothing = data && !isPlaceholderData && data.coded + data.notCoded === 0;
  return (
    <Section
      title="Most Frequent Diagnoses"
      flush
      actions={
        <>
          {doctors && (
            <Select
              aria-label="Doctor"
              className="md:w-52"
              data-print="no"
              placeholder="All doctors"
              options={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={doctor ? String(doctor.id) : ""}
              onChange={(event) => change({ doctor: event.target.value || undefined })}
            />
          )}
          <ExportButton
            endpoint={exportDiagnoses}
            sent={sent}
            total={isNothing ? 0 : undefined}
            nothing={period === "all" ? "No diagnoses found." : "No diagnoses in this period."}
            failed="Failed to export the diagnoses"
          >
            Export Diagnoses
          </ExportButton>
        </>
      }
    >
      {!data || (error !== null && isPlaceholderData) ? (
        <QueryPending
          query={query}
          title="Failed to load the diagnoses"
          skeleton={<SkeletonTable rows={6} columns={4} />}
          label="Loading the diagnoses"
        />
      ) : (
        <div className={isPlaceholderData ? "opacity-60" : undefined} aria-busy={isPlaceholderData}>
          <Table
            label="Most Frequent Diagnoses"
            columns={columnsFor(data.coded)}
            rows={data.codes}
            rowKey={({ code }) => code}
            card={({ code, words, count }) => (
              <FigureCard
                name={words}
                figure={formatCount(count)}
                note={code}
                share={inPercent(count, data.coded)}
              />
            )}
            empty={
              <Empty
                icon={<Stethoscope />}
                title={data.notCoded > 0 ? "No coded diagnoses." : "No diagnoses in this period."}
                why="Diagnoses count on the day of their consultation, once a code is chosen for them."
              />
            }
          />
          <p className="border-t border-line px-4 py-2.5 text-sm text-ink-2 tabular-nums">
            {`Coded: ${formatCount(data.coded)} · Not coded: ${formatCount(data.notCoded)}`}
          </p>
        </div>
      )}
    </Section>
  );
}
