import type { ReactNode } from "react";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { allergyWords } from "#shared/clinical/allergy-words.ts";
import { visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Dotted } from "./DayRow.tsx";
import { FlaggedSign, isFlagged } from "./FlaggedSigns.tsx";

/** The next patient, with what the doctor needs to know before. */
export function UpNext({ visit, signs }: { visit: Visit; signs: TodaysVitals["signs"] }) {
  const patient = usePatient(visit.patientId).data;
  return (
    <Section title="Up next">
      <p className="text-fig font-strong tracking-fig tabular-nums">{visit.number}</p>
      <p className="mt-1 font-strong wrap-anywhere">{visit.patientName}</p>
      <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
        <Dotted
          parts={[
            ageSex(visit, visit.day),
            visit.priority && (
              <b key="priority" className="font-strong text-info">
                {visitPriorityLabels[visit.priority]}
              </b>
            ),
            visit.reason,
          ]}
        />
      </p>
      {patient && (
        <dl className="mt-3 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-y-2 border-t border-line pt-3 text-sm">
          <Line label="Allergies">
            <span className={allergyWords(patient.allergies).isAlert ? "text-bad" : "text-ink-2"}>
              {patient.allergies ?? "not recorded"}
            </span>
          </Line>
          {signs.length > 0 && (
            <Line label="Today">
              {signs.map((sign) => (
                <span key={sign.sign} className="block">
                  {isFlagged(sign) ? <FlaggedSign sign={sign} /> : sign.words}
                </span>
              ))}
            </Line>
          )}
        </dl>
      )}
    </Section>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </>
);
