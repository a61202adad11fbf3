import type { ReactNode } from "react";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import type { Consultation } from "#features/consultations/contract.ts";
import { vitalSignsLine } from "#features/consultations/words.ts";
import type { QuickText } from "#features/quick-texts/contract.ts";
import { manilaDay, shortDay } from "#shared/formats/dates.ts";
import { FlagWords } from "#web/clinical/FlagWords.tsx";
import { useCall } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import type { MeasuredPressure } from "./vital-signs/use-readings-before.ts";

/** Beside the steps on a desk: the last visit, and the quick texts to type or the last blood pressures. */
export function LastVisit({
  patientId,
  visit,
  texts,
  pressures,
}: {
  patientId: number;
  visit: Consultation | undefined;
  texts: readonly QuickText[];
  /** Instead of the quick texts, the newest first. */
  pressures?: readonly MeasuredPressure[] | undefined;
}) {
  const today = useToday();
  const pending = useCall(summary, { params: { id: String(patientId) } }).data?.pending ?? [];
  const back = pending.filter(({ kind }) => kind === "result").toReversed();
  const lines = visit
    ? [
        { label: "For", text: visit.chiefComplaint },
        { label: "Vitals", text: visit.vitalsInError ? "" : vitalSignsLine(visit.vitalSigns) },
        { label: "Found", text: visit.physicalExamination },
        { label: "Diagnosis", text: visit.diagnosis },
        { label: "Plan", text: visit.treatment },
      ].filter(({ text }) => text)
    : [];
  return (
    <aside
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing else to focus
      tabIndex={0}
      aria-label="Last visit"
      className="border-l border-line bg-paper -outline-offset-2 px-4 py-3 text-sm/4.5 max-[1099px]:hidden min-[1100px]:min-h-0 min-[1100px]:overflow-y-auto"
    >
      <h3 className={heading}>
        {visit ? `Last visit, ${shortDay(manilaDay(new Date(visit.createdAt)), today)}` : "First visit"}
      </h3>
      {!visit && <p className="mt-1.5 mb-4 text-ink-3">No earlier consultation is recorded.</p>}
      {visit && (
        <dl className={list}>
          {lines.map(({ label, text }) => (
            <Line key={label} label={label}>
              <span className="whitespace-pre-line">{text}</span>
            </Line>
          ))}
          {back.length > 0 && <Line label="Back">{back.map(({ label }) => label).join("; ")}</Line>}
        </dl>
      )}
      {pressures ? (
        pressures.length > 0 && (
          <>
            <h3 className={heading}>Blood pressure, last {pressures.length}</h3>
            <dl className={list}>
              {pressures.map(({ id, day, text, flag }) => (
                <Line key={id} label={shortDay(day, today)}>
                  <span className="flex flex-wrap gap-x-1.5">
                    {text} <FlagWords flag={flag} />
                  </span>
                </Line>
              ))}
            </dl>
          </>
        )
      ) : texts.length > 0 ? (
        <>
          <h3 className={heading}>Quick text</h3>
          <dl className={list}>
            {texts.map(({ id, name, title }) => (
              <Line key={id} label={`.${name}`}>
                {title}
              </Line>
            ))}
          </dl>
        </>
      ) : null}
    </aside>
  );
}

const heading = "text-sm/5 font-strong";
const list = "mt-1.5 mb-4 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2 gap-y-1";

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3 wrap-anywhere">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);
