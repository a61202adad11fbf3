import { Baby } from "lucide-react";
import { Suspense, useState } from "react";
import type { Patient } from "#features/patients/contract.ts";
import {
  addPregnancy,
  changePregnancy,
  type Pregnancy,
  pregnancies,
  prenatalRecordPdf,
} from "#features/pregnancies/contract.ts";
import { datedText, earlierText, endedAt, outcomeText } from "#features/pregnancies/words.ts";
import { gestationDays, gestationText, isPostTerm, scoreOf, scoreText } from "#shared/clinical/pregnancy.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { PaperFailure, SmallPaperButtons } from "#web/clinical/PaperButtons.tsx";
import { useCall } from "#web/data/calls.ts";
import { IfCan, useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { PrenatalVisits } from "./PrenatalVisits.tsx";

const PregnancyDialog = lazyPart(() => import("./PregnancyDialog.tsx"), "PregnancyDialog");
const OutcomeDialog = lazyPart(() => import("./OutcomeDialog.tsx"), "OutcomeDialog");
const EarlierDialog = lazyPart(() => import("./EarlierDialog.tsx"), "EarlierDialog");

/** The open dialog and its row; without a row it creates one. */
type Opened = { as: "dates" | "outcome" | "earlier"; row: Pregnancy | null };

/**
 * The open pregnancy with its visits, ended ones, and the obstetric score. `whenAny`: hidden unless something is
 * recorded.
 */
export function PregnancySheet({ patient, whenAny }: { patient: Patient; whenAny: boolean }) {
  const params = { id: String(patient.id) };
  const query = useCall(pregnancies, { params });
  const { data, error } = query;
  const can = useCan();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows = data ?? [];
  const open = rows.find(({ state }) => state === "open") ?? null;
  const earlier = rows.find(({ state }) => state === "earlier") ?? null;
  const isCounted = rows.some(({ state }) => state !== "entered_in_error");
  if (whenAny && !error && rows.length === 0) return null;
  const mayChange = can(changePregnancy);
  return (
    <Section
      flush
      title="Pregnancy"
      note={isCounted && <span className="text-sm text-ink-3 tabular-nums">{scoreText(scoreOf(rows))}</span>}
      actions={
        data && (
          <>
            {can(addPregnancy) && !earlier && (
              <Button size="sm" onClick={() => setOpened({ as: "earlier", row: null })}>
                Earlier Pregnancies
              </Button>
            )}
            {can(addPregnancy) && !open && (
              <Button size="sm" icon={<Baby />} onClick={() => setOpened({ as: "dates", row: null })}>
                Record Pregnancy
              </Button>
            )}
          </>
        )
      }
    >
      {data ? (
        <>
          {open && (
            <OpenPregnancy
              key={open.id}
              pregnancy={open}
              onChange={mayChange ? (as) => setOpened({ as, row: open }) : undefined}
            />
          )}
          {rows
            .filter(({ state }) => state !== "open")
            .map((row) => (
              <PastPregnancy
                key={row.id}
                pregnancy={row}
                onChange={mayChange ? (as) => setOpened({ as, row }) : undefined}
              />
            ))}
          {rows.length === 0 && (
            <Empty
              icon={<Baby />}
              title="No pregnancy recorded."
              why="Add the LMP or an ultrasound to show weeks and EDC in this patient's record."
            />
          )}
        </>
      ) : (
        <QueryPending
          query={query}
          title="Failed to load the pregnancies"
          skeleton={<SkeletonRows rows={2} initials={false} />}
          label="Loading pregnancies"
        />
      )}
      <Suspense fallback={null}>
        {opened?.as === "dates" && <PregnancyDialog patient={patient} row={opened.row} onClose={close} />}
        {opened?.as === "outcome" && opened.row && (
          <OutcomeDialog patient={patient} row={opened.row} onClose={close} />
        )}
        {opened?.as === "earlier" && <EarlierDialog patient={patient} row={opened.row} onClose={close} />}
      </Suspense>
    </Section>
  );
}

type Change = ((as: Opened["as"]) => void) | undefined;

function OpenPregnancy({ pregnancy, onChange }: { pregnancy: Pregnancy; onChange: Change }) {
  const today = useToday();
  const { id, patientId, dueOn, lmp, datedBy, note } = pregnancy;
  const params = { id: String(patientId), rowId: String(id) };
  const paper = usePdf(prenatalRecordPdf, { params }, "The prenatal record could not be made.");
  if (dueOn === null) return null;
  const days = gestationDays(dueOn, today);
  const isOverdue = isPostTerm(days);
  return (
    <>
      {isOverdue && (
        <NoteBox
          tone="warn"
          title="Past 42 weeks"
          className="m-3"
          actions={
            onChange && (
              <Button size="sm" onClick={() => onChange("outcome")}>
                Record Outcome
              </Button>
            )
          }
        >
          By these dates this pregnancy has ended. How did it end?
        </NoteBox>
      )}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium tabular-nums">
            {isOverdue ? "Past 42 weeks" : gestationText(days)}, EDC {formatDay(dueOn)}
          </p>
          <p className="text-sm text-ink-3 wrap-anywhere">
            {[datedText(pregnancy), datedBy === "ultrasound" && lmp && `the LMP was ${formatDay(lmp)}`, note]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <span className="flex flex-wrap gap-2" data-print="no">
          {onChange && (
            <>
              <Button size="sm" onClick={() => onChange("dates")}>
                Change
              </Button>
              {!isOverdue && (
                <Button size="sm" onClick={() => onChange("outcome")}>
                  Record Outcome
                </Button>
              )}
            </>
          )}
          <SmallPaperButtons paper={paper} />
        </span>
      </div>
      <PaperFailure paper={paper} />
      <PrenatalVisits pregnancy={pregnancy} />
    </>
  );
}

/** An ended one, the count of earlier ones, or one recorded by mistake, in one line. */
function PastPregnancy({ pregnancy, onChange }: { pregnancy: Pregnancy; onChange: Change }) {
  const [isShown, setShown] = useState(false);
  const { state, dueOn, endedOn, note } = pregnancy;
  const isWrong = state === "entered_in_error";
  const isCount = state === "earlier" || (isWrong && dueOn === null);
  const title = isCount ? "Earlier pregnancies" : outcomeText(pregnancy) || "Pregnancy";
  const weeks = endedAt(pregnancy);
  const facts = [
    isCount && earlierText(pregnancy),
    endedOn && `${formatDay(endedOn)}${weeks === null ? "" : `, ${gestationText(weeks)}`}`,
    !endedOn && dueOn && `EDC ${formatDay(dueOn)}`,
    note,
  ];
  return (
    <div className="border-t border-line first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className={cx("font-medium", isWrong && "text-ink-3 line-through")}>{title}</p>
          <p className="text-sm text-ink-3 tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        {isWrong && <span className="text-sm text-ink-3">Entered in error</span>}
        {state === "ended" && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isShown}
            aria-label={`Visits: ${title}`}
            onClick={() => setShown(!isShown)}
          >
            Visits
          </Button>
        )}
        {onChange && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Correct ${title}`}
            onClick={() => onChange(isCount ? "earlier" : state === "ended" ? "outcome" : "dates")}
          >
            Correct
          </Button>
        )}
      </div>
      {isShown && (
        <IfCan do={pregnancies}>
          <PrenatalVisits pregnancy={pregnancy} />
        </IfCan>
      )}
    </div>
  );
}
