import { type VitalSignReading, vitalSignReadings } from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { type AdultBands, sourcesAt } from "#shared/clinical/vital-sign-bands.ts";
import { bmi, bmiLabel, flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import {
  isPrenatal,
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
} from "#shared/clinical/vital-signs.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { useAdultBands } from "#web/clinical/use-adult-bands.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { usePages } from "#web/data/calls.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { monthsOf } from "./months-of.ts";
import { SignFlag } from "./SignFlag.tsx";
import { valueText } from "./sign-series.ts";

/** The charts as a table: every recorded set, newest first. */
export function AllReadingsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId).data;
  const adults = useAdultBands();
  const pages = usePages(vitalSignReadings, { params: { id: String(patientId) }, query: { limit: "50" } });
  const readings = pages.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Vital Signs"
      size="wide"
      bodyLabel="All readings"
      {...(patient && { patient: <DialogPatient patient={patient} /> })}
      // The head of the table sticks to this box, not under the page's bar.
      bodyClassName="p-0! [--frame-top:0px]"
    >
      {readings && patient ? (
        <Table
          label="All readings of vital signs"
          columns={columnsFor(patient, adults, readings)}
          rows={readings}
          rowKey={({ id }) => id}
          card={(reading) => <ReadingCard reading={reading} patient={patient} adults={adults} />}
          minWidth="62rem"
          foot={
            <>
              <LoadMore
                shown={readings.length}
                total={pages.data?.pages[0]?.total ?? undefined}
                onMore={pages.hasNextPage ? () => void pages.fetchNextPage() : undefined}
                busy={pages.isFetchingNextPage}
              />
              <p className="px-4 pb-3 text-sm text-ink-2">{sourcesAt(monthsOf(patient), adults)}</p>
            </>
          }
        />
      ) : (
        <QueryPending
          query={pages}
          title="Failed to load vital signs"
          skeleton={<SkeletonTable rows={6} columns={8} />}
          label="Loading vital signs"
        />
      )}
    </Dialog>
  );
}

const monthsAt = (reading: VitalSignReading, patient: Patient) =>
  monthsOf(patient, new Date(reading.recordedAt));

const flagsAt = (reading: VitalSignReading, patient: Patient, adults: AdultBands) =>
  flagVitalSigns(reading, monthsAt(reading, patient), adults);

function columnsFor(
  patient: Patient,
  adults: AdultBands,
  readings: readonly VitalSignReading[],
): Column<VitalSignReading>[] {
  // Only for pregnant women.
  const signs = VITAL_SIGNS.filter(
    (sign) => !isPrenatal(sign) || readings.some((reading) => reading[sign] != null),
  );
  return [
    {
      id: "recordedAt",
      header: "Taken",
      cell: ({ recordedAt }) => <span className="whitespace-nowrap">{formatInstant(recordedAt)}</span>,
    },
    ...signs.map(
      (sign): Column<VitalSignReading> => ({
        id: sign,
        header: `${VITAL_SIGN_LABELS[sign]}, ${VITAL_SIGN_UNITS[sign]}`,
        cell: (reading) => {
          const value = reading[sign];
          if (value == null) return <NotMeasured />;
          const flag = flagsAt(reading, patient, adults)[sign];
          return (
            <>
              <span className="tabular-nums">{valueText(sign, value)}</span>
              {flag && flag.level !== "ok" && <SignFlag flag={flag} small />}
            </>
          );
        },
      }),
    ),
    {
      id: "bmi",
      header: "BMI",
      cell: (reading) => bodyMass(reading, patient) ?? <NotMeasured />,
    },
  ];
}

function bodyMass(reading: VitalSignReading, patient: Patient): string | null {
  const index = bmi(reading.weight, reading.height);
  return index === null
    ? null
    : bmiLabel(index, monthsAt(reading, patient), reading.isPregnant).replace(/^BMI /, "");
}

const NotMeasured = () => (
  <span className="text-ink-3">
    <span aria-hidden="true">—</span>
    <span className="sr-only">not recorded</span>
  </span>
);

/** On a phone a set is a card with one line per sign. */
function ReadingCard({
  reading,
  patient,
  adults,
}: {
  reading: VitalSignReading;
  patient: Patient;
  adults: AdultBands;
}) {
  const flags = flagsAt(reading, patient, adults);
  const mass = bodyMass(reading, patient);
  return (
    <div className="px-4 py-3">
      <h3 className="font-medium">{formatInstant(reading.recordedAt)}</h3>
      <dl className="mt-1 grid gap-1">
        {VITAL_SIGNS.map((sign) => {
          const value = reading[sign];
          if (value == null) return null;
          const flag = flags[sign];
          return (
            <div key={sign} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-2">
              <dt className="text-sm text-ink-2">{VITAL_SIGN_LABELS[sign]}</dt>
              <dd className="tabular-nums">
                {valueText(sign, value)} <span className="text-sm text-ink-3">{VITAL_SIGN_UNITS[sign]}</span>
                {flag && flag.level !== "ok" && <SignFlag flag={flag} />}
              </dd>
            </div>
          );
        })}
        {mass && (
          <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-2">
            <dt className="text-sm text-ink-2">BMI</dt>
            <dd className="tabular-nums">{mass}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}
