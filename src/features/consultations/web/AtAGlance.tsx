import type { ReactNode } from "react";
import {
  type Consultation,
  patientConsultations,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import {
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
  type VitalSign,
} from "#shared/clinical/vital-signs.ts";
import { formatDay, formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { MissedFollowUp } from "#web/clinical/MissedFollowUp.tsx";
import { useAdultBands } from "#web/clinical/use-adult-bands.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall, usePages } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { cx } from "#web/ui/cx.ts";
import { FIRST_CONSULTATIONS, isVitalsAlone } from "./consultation-words.ts";
import { monthsOf } from "./vital-signs/months-of.ts";
import { FIRST_READINGS, valueText } from "./vital-signs/sign-series.ts";

/** The head of a record: what was found and planned last, and the latest vital signs. Both lists below read the same. */
export function AtAGlance({ patientId }: { patientId: number }) {
  const params = { id: String(patientId) };
  const visits = usePages(patientConsultations, { params, query: { limit: FIRST_CONSULTATIONS } });
  const readings = useCall(vitalSignReadings, { params, query: { limit: FIRST_READINGS } });
  const patient = usePatient(patientId).data;
  const today = useToday();
  const rows = visits.data?.pages[0]?.rows;
  const last = rows?.find((visit) => !isVitalsAlone(visit) && !visit.isIntake);
  return (
    <section
      aria-label="At a glance"
      className="grid rounded-md border border-line bg-surface md:grid-cols-2"
    >
      <Cell title="Last visit" note={last && formatDay(manilaDay(new Date(last.createdAt)))}>
        {patient && <MissedFollowUp patient={patient} today={today} />}
        {last ? <LastVisit visit={last} /> : <Quiet>{rows ? "No consultation yet" : "…"}</Quiet>}
      </Cell>
      <Cell
        title="Vital signs"
        note={readings.data?.[0] && formatInstant(readings.data[0].recordedAt)}
        className="border-line max-md:border-t md:border-l"
      >
        {readings.data?.[0] ? (
          <Measured patient={patient} reading={readings.data[0]} />
        ) : (
          <Quiet>{readings.data ? "Not recorded yet" : "…"}</Quiet>
        )}
      </Cell>
    </section>
  );
}

function Cell({
  title,
  note,
  className,
  children,
}: {
  title: string;
  note?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={cx("min-w-0 px-4 py-2.5", className)}>
      <h2 className="flex flex-wrap gap-x-2 text-sm text-ink-2">
        <span className="font-medium">{title}</span>
        {note && <span className="text-ink-3">{note}</span>}
      </h2>
      {children}
    </div>
  );
}

const Quiet = ({ children }: { children: string }) => <p className="text-ink-3">{children}</p>;

function LastVisit({ visit }: { visit: Consultation }) {
  const { diagnosis, treatment, medications, followUpDate } = visit;
  const lines = [
    ["Plan", treatment],
    ["Medications", medications],
    ["Follow-up date", followUpDate && formatDay(followUpDate)],
  ] as const;
  return (
    <>
      <p className="line-clamp-2 font-medium wrap-anywhere">{diagnosis ?? "No diagnosis"}</p>
      <dl>
        {lines.map(
          ([label, text]) =>
            text && (
              <div key={label} className="line-clamp-3 text-sm wrap-anywhere">
                <dt className="inline text-ink-3">{label}</dt> <dd className="inline">{text}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

const shortNames: Partial<Record<VitalSign, string>> = {
  bloodPressure: "BP",
  respiratoryRate: "RR",
  oxygenSaturation: "SpO2",
};

/** Each sign that was measured; what is outside its range says so. */
function Measured({ patient, reading }: { patient: Patient | undefined; reading: VitalSignReading }) {
  const adults = useAdultBands();
  const months = patient ? monthsOf(patient, new Date(reading.recordedAt)) : null;
  const flags = flagVitalSigns(reading, months, adults);
  return (
    <dl className="grid grid-cols-2 gap-x-4 text-sm">
      {VITAL_SIGNS.map((sign) => {
        const value = reading[sign];
        if (value == null) return null;
        const flag = flags[sign];
        const isOff = flag && flag.level !== "ok";
        return (
          <div key={sign} className="min-w-0">
            <dt className="inline text-ink-3">{shortNames[sign] ?? VITAL_SIGN_LABELS[sign]}</dt>{" "}
            <dd className="inline whitespace-nowrap tabular-nums">
              <b className="font-medium">{valueText(sign, value)}</b> {VITAL_SIGN_UNITS[sign]}
            </dd>
            {isOff && (
              <dd className={cx("text-xs", flag.level === "red" ? "text-bad" : "text-warn")}>{flag.text}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
