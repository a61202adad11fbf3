import type { ReactNode } from "react";
import { latestVitals } from "#features/consultations/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { allergyWords } from "#shared/clinical/allergy-words.ts";
import { visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import { VITAL_SIGN_LABELS, VITAL_SIGN_UNITS, VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Dotted } from "./VisitRow.tsx";

/** The next patient, with what the doctor needs to know before. */
export function UpNext({ visit }: { visit: Visit }) {
  const patient = usePatient(visit.patientId).data;
  const vitals = useCall(
    latestVitals,
    { params: { id: String(visit.patientId) } },
    { enabled: visit.vitalsTakenAt !== null },
  ).data;
  // "Vitals taken" can be pressed without recording any: the latest may be of another day.
  const isOfToday = vitals?.recordedAt && manilaDay(new Date(vitals.recordedAt)) === visit.day;
  const measured = VITAL_SIGNS.flatMap((sign) =>
    isOfToday && vitals[sign]
      ? [`${VITAL_SIGN_LABELS[sign]} ${vitals[sign]} ${VITAL_SIGN_UNITS[sign]}`.trim()]
      : [],
  );
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
          {measured.length > 0 && <Line label="Today">{measured.join(", ")}</Line>}
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
