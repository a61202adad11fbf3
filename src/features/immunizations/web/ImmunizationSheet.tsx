import { Syringe } from "lucide-react";
import { Suspense, useState } from "react";
import {
  addImmunization,
  changeImmunization,
  type Immunization,
  immunizationCardPdf,
  immunizations,
} from "#features/immunizations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { isUnderNineteen } from "#shared/clinical/age.ts";
import { byFirstDay, type DoseRow, dosesOf, isComing, noteOf } from "#shared/clinical/immunization/due.ts";
import { scheduleSource } from "#shared/clinical/immunization/schedule.ts";
import { isPregnantOn } from "#shared/clinical/pregnancy.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { PaperFailure, SmallPaperButtons } from "#web/clinical/PaperButtons.tsx";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { useOnPaper } from "#web/printing/print-whole.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";

const DoseDialog = lazyPart(() => import("./DoseDialog.tsx"), "DoseDialog");

const PART = 8;

type Opened = { vaccine: string; dose: number } | Immunization | "new";

/** Given, due and overdue doses, in words. */
export function ImmunizationSheet({ patient }: { patient: Patient }) {
  const params = { id: String(patient.id) };
  const query = useCall(immunizations, { params });
  const { data } = query;
  const today = useToday();
  const can = useCan();
  const pregnancy = useOpenPregnancy(patient.id);
  const isPregnant = pregnancy ? isPregnantOn(pregnancy, today) : false;
  const [opened, setOpened] = useState<Opened | null>(null);
  const paper = usePdf(immunizationCardPdf, { params }, "The card could not be made.");
  const given = (data ?? []).filter(({ state }) => state === "given");
  const isChild = isUnderNineteen(patient, today);
  const rows = dosesOf({ ...patient, isPregnant }, given, today);
  const open = rows.filter(({ status }) => status === "overdue" || status === "due");
  const coming = rows.filter(isComing);
  const mayGive = can(addImmunization);
  return (
    <Section
      flush
      title="Immunization"
      note={
        isChild &&
        patient.birthday && <span className="text-sm text-ink-3">{scheduleSource.asOf} schedule</span>
      }
      actions={
        <>
          <IfCan do={addImmunization}>
            <Button size="sm" icon={<Syringe />} onClick={() => setOpened("new")}>
              Record Dose
            </Button>
          </IfCan>
          {(given.length > 0 || rows.length > 0) && <SmallPaperButtons paper={paper}>Card</SmallPaperButtons>}
        </>
      }
    >
      <PaperFailure paper={paper} />
      {isChild && !patient.birthday && (
        <p className="border-b border-line px-4 py-3 text-ink-2">
          Enter the birthday under Edit to see what is due.
        </p>
      )}
      {data ? (
        <>
          {open.map((row) => (
            <OpenDose key={`${row.vaccine} ${row.dose}`} row={row} onGive={mayGive ? setOpened : undefined} />
          ))}
          <GivenDoses rows={data} scheduled={rows} onOpen={can(changeImmunization) ? setOpened : undefined} />
          <Coming rows={coming} />
          {data.length === 0 && rows.length === 0 && (
            <Empty
              icon={<Syringe />}
              title="No vaccine recorded yet."
              why="Influenza, pneumococcal, tetanus, rabies and others are recorded by name, dose and lot."
            />
          )}
        </>
      ) : (
        <QueryPending
          query={query}
          title="Failed to load the immunizations"
          skeleton={<SkeletonRows rows={4} initials={false} />}
        />
      )}
      <Suspense fallback={null}>
        {opened !== null && (
          <DoseDialog
            patient={patient}
            given={given}
            isPregnant={isPregnant}
            dose={opened === "new" ? null : opened}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Section>
  );
}

const line =
  "flex flex-wrap items-baseline gap-x-4 gap-y-1.5 border-t border-line px-4 py-2.5 first:border-t-0 [h3+&]:border-t-0";

/** "MMR 2 · due from Sep 22, 2026 · Overdue, 2 months", with buttons. */
function OpenDose({
  row,
  onGive,
}: {
  row: DoseRow;
  onGive: ((dose: { vaccine: string; dose: number }) => void) | undefined;
}) {
  const name = `${row.vaccine} ${row.dose}`;
  return (
    <div className={line}>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-3">
          {[
            row.program === "private" ? "private schedule" : row.from && `due from ${formatDay(row.from)}`,
            row.note,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <p className={cx("text-sm font-medium", row.status === "overdue" ? "text-bad" : "text-warn")}>
        {row.words}
      </p>
      {onGive && (
        <Button
          size="sm"
          aria-label={`Given Today: ${name}`}
          onClick={() => onGive({ vaccine: row.vaccine, dose: row.dose })}
        >
          Given Today
        </Button>
      )}
    </div>
  );
}

function GivenDoses({
  rows,
  scheduled,
  onOpen,
}: {
  rows: readonly Immunization[];
  scheduled: readonly DoseRow<Immunization>[];
  onOpen: ((dose: Immunization) => void) | undefined;
}) {
  const parts = useParts(rows, PART);
  if (rows.length === 0) return null;
  return (
    <>
      {parts.shown.map((dose) => {
        const isWrong = dose.state !== "given";
        const note = noteOf(dose, scheduled);
        const facts = [
          dose.brand,
          dose.lot && `lot ${dose.lot}`,
          dose.site,
          dose.isElsewhere && "given elsewhere",
        ];
        return (
          <div key={dose.id} className={line}>
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className={cx("font-medium", isWrong && "text-ink-3 line-through")}>
                {dose.vaccine} {dose.dose}
              </p>
              {facts.some(Boolean) && (
                <p className="text-sm text-ink-3">{facts.filter(Boolean).join(", ")}</p>
              )}
              {note && !isWrong && <p className="text-sm text-warn">{note}</p>}
            </div>
            <p className="text-sm">
              {isWrong ? (
                <span className="text-ink-3">Entered in error</span>
              ) : (
                <>
                  <span className="font-medium text-ok">Given</span>{" "}
                  <span className="text-ink-3">{formatDay(dose.date)}</span>
                </>
              )}
            </p>
            {onOpen && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Correct ${dose.vaccine} ${dose.dose}`}
                onClick={() => onOpen(dose)}
              >
                Correct
              </Button>
            )}
          </div>
        );
      })}
      {parts.more}
    </>
  );
}

/** Future doses by day. */
function Coming({ rows }: { rows: readonly DoseRow[] }) {
  const isOnPaper = useOnPaper();
  const [first] = rows;
  if (!first) return null;
  const byDay = rows.toSorted(byFirstDay);
  return (
    <details className="border-t border-line" open={isOnPaper}>
      <summary className="min-h-touch cursor-pointer px-4 py-2.5 text-sm text-ink-2">
        {rows.length} later{byDay[0]?.from && `, the next on ${formatDay(byDay[0].from)}`}
      </summary>
      {byDay.map((row) => (
        <div key={`${row.vaccine} ${row.dose}`} className={line}>
          <p className="min-w-0 flex-1">
            {row.vaccine} {row.dose}
            {row.program === "private" && <span className="text-sm text-ink-3"> · private schedule</span>}
          </p>
          <p className="text-sm text-ink-2">{row.words}</p>
        </div>
      ))}
    </details>
  );
}
