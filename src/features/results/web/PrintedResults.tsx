import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { ageSex } from "#shared/clinical/age.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { ResultsTable } from "./ResultsTable.tsx";
import { groupsOf, type ResultColumn, type UnitSystem } from "./result-table.ts";

/** Dates side by side on upright A4. */
const ACROSS = 6;

/** The dates that stand side by side, newest first. */
function pagesOf(columns: readonly ResultColumn[]): ResultColumn[][] {
  const pages: ResultColumn[][] = [];
  for (let end = columns.length; end > 0; end -= ACROSS)
    pages.push(columns.slice(Math.max(0, end - ACROSS), end));
  return pages;
}

type Shown = { columns: readonly ResultColumn[]; system: UnitSystem; today: string };

/** All dates below each other, as a part of the printed record. */
export const ResultsOnPaper = ({ columns, system, today }: Shown) =>
  pagesOf(columns).map((shown) => (
    <ResultsTable
      key={shown[0]?.key}
      groups={groupsOf(shown, system)}
      columns={columns}
      shown={shown}
      today={today}
      hasTrend={false}
    />
  ));

/** Printed instead of the page: all loaded dates, newest first, several side by side. */
export function PrintedResults({
  patientId,
  columns,
  system,
  today,
  part,
}: Shown & {
  patientId: number;
  /** That it is not all. */
  part: ReactNode;
}) {
  const patient = usePatient(patientId).data;
  const clinic = useCurrentUser().data?.clinic?.name;
  const pages = pagesOf(columns);
  return createPortal(
    <div data-print="only" className="hidden">
      {pages.map((shown, index) => (
        <section key={shown[0]?.key} className={index > 0 ? "break-before-page" : undefined}>
          <h2 className="text-lg font-strong">{clinic}</h2>
          <p className="mb-3 text-sm">
            {patient && (
              <>
                <b className="font-strong">{patient.patientName}</b>
                {` · ${[ageSex(patient, today), patient.admissionNo].filter(Boolean).join(" · ")} · `}
              </>
            )}
            Results printed {formatLongDay(today)}
            {pages.length > 1 && `, page ${index + 1} of ${pages.length}`}
          </p>
          <ResultsTable
            groups={groupsOf(shown, system)}
            columns={columns}
            shown={shown}
            today={today}
            hasTrend={false}
          />
        </section>
      ))}
      {part}
    </div>,
    document.body,
  );
}
