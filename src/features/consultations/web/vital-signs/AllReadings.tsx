import { Ban, Ellipsis, Undo2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  type EnteredInError,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { inErrorText } from "#shared/clinical/entered-in-error.ts";
import { flagSigns } from "#shared/clinical/pregnancy.ts";
import { type AdultBands, sourcesAt } from "#shared/clinical/vital-sign-bands.ts";
import { bmi, bmiLabel } from "#shared/clinical/vital-sign-flags.ts";
import {
  isPrenatal,
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
  type VitalSign,
  valueText,
} from "#shared/clinical/vital-signs.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { useAdultBands } from "#web/clinical/use-adult-bands.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { usePages } from "#web/data/calls.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import { type Column, Table } from "#web/ui/lists/Table.tsx";
import { NotRecorded } from "#web/ui/NotRecorded.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { monthsOf } from "./months-of.ts";
import { SignFlag } from "./SignFlag.tsx";
import { useMarkVitals } from "./use-mark-vitals.ts";

const EnteredInErrorDialog = lazyPart(() => import("./EnteredInErrorDialog.tsx"), "EnteredInErrorDialog");

/** The charts as a table: every recorded set, newest first. Those entered in error are struck through. */
export function AllReadings({ patientId }: { patientId: number }) {
  const patient = usePatient(patientId).data;
  const adults = useAdultBands();
  const pages = usePages(vitalSignReadings, { params: { id: String(patientId) }, query: { limit: "50" } });
  const readings = pages.data?.pages.flatMap(({ rows }) => rows);
  const [wrong, setWrong] = useState<VitalSignReading | null>(null);
  const { mayMark, takeBack } = useMarkVitals(patientId);
  const menu = (reading: VitalSignReading) => {
    if (!mayMark(reading)) return null;
    const taken = formatInstant(reading.recordedAt);
    return (
      <Menu
        trigger={
          <IconButton label={`Actions for the vital signs of ${taken}`} size="sm" icon={<Ellipsis />} />
        }
        title={taken}
        items={[
          reading.enteredInError
            ? { label: "Use Again", icon: <Undo2 />, onSelect: () => takeBack(reading) }
            : { label: "Entered in Error…", icon: <Ban />, onSelect: () => setWrong(reading) },
        ]}
      />
    );
  };
  if (readings?.length === 0) return null;
  return (
    <>
      {readings && patient ? (
        <Table
          label="All readings of vital signs"
          columns={columnsFor({ patient, adults, readings, menu })}
          rows={readings}
          rowKey={({ id }) => id}
          card={(reading) => (
            <ReadingCard reading={reading} patient={patient} adults={adults} menu={menu(reading)} />
          )}
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
      <Suspense fallback={null}>
        {wrong && (
          <EnteredInErrorDialog patientId={patientId} reading={wrong} onClose={() => setWrong(null)} />
        )}
      </Suspense>
    </>
  );
}

const monthsAt = (reading: VitalSignReading, patient: Patient) =>
  monthsOf(patient, new Date(reading.recordedAt));

const flagsAt = (reading: VitalSignReading, patient: Patient, adults: AdultBands) =>
  flagSigns(reading, {
    ageInMonths: monthsAt(reading, patient),
    adults,
    gestation: reading.gestationDays ?? null,
  });

function columnsFor({
  patient,
  adults,
  readings,
  menu,
}: {
  patient: Patient;
  adults: AdultBands;
  readings: readonly VitalSignReading[];
  menu: (reading: VitalSignReading) => ReactNode;
}): Column<VitalSignReading>[] {
  // Only for pregnant women, for children, and where it was taken.
  const isOfSome = (sign: VitalSign) =>
    isPrenatal(sign) || sign === "headCircumference" || sign === "bloodSugar";
  const signs = VITAL_SIGNS.filter(
    (sign) => !isOfSome(sign) || readings.some((reading) => reading[sign] != null),
  );
  return [
    {
      id: "recordedAt",
      header: "Taken",
      cell: (reading) => (
        <>
          <span className="flex items-center justify-between gap-x-1 whitespace-nowrap">
            {formatInstant(reading.recordedAt)}
            {menu(reading)}
          </span>
          <WhyInError mark={reading.enteredInError} />
        </>
      ),
    },
    ...signs.map(
      (sign): Column<VitalSignReading> => ({
        id: sign,
        header: `${VITAL_SIGN_LABELS[sign]}, ${VITAL_SIGN_UNITS[sign]}`,
        cell: (reading) => {
          const value = reading[sign];
          if (value == null) return <NotRecorded />;
          if (reading.enteredInError) return <Struck>{valueText(sign, value)}</Struck>;
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
      cell: (reading) => bodyMass(reading, patient) ?? <NotRecorded />,
    },
  ];
}

const Struck = ({ children }: { children: ReactNode }) => (
  <s className="text-ink-3 tabular-nums">{children}</s>
);

const WhyInError = ({ mark }: { mark: EnteredInError | null }) =>
  mark && <span className="block text-sm text-ink-2 wrap-anywhere">{inErrorText(mark)}</span>;

function bodyMass(reading: VitalSignReading, patient: Patient): string | null {
  const index = reading.enteredInError ? null : bmi(reading.weight, reading.height);
  return index === null
    ? null
    : bmiLabel(index, monthsAt(reading, patient), reading.isPregnant).replace(/^BMI /, "");
}

/** On a phone a set is a card with one line per sign. */
function ReadingCard({
  reading,
  patient,
  adults,
  menu,
}: {
  reading: VitalSignReading;
  patient: Patient;
  adults: AdultBands;
  menu: ReactNode;
}) {
  const flags = reading.enteredInError ? {} : flagsAt(reading, patient, adults);
  const mass = bodyMass(reading, patient);
  return (
    <div className="px-4 py-3">
      <div className="flex items-center justify-between gap-x-3">
        <h3 className="font-medium">{formatInstant(reading.recordedAt)}</h3>
        <div className="-mr-2">{menu}</div>
      </div>
      <WhyInError mark={reading.enteredInError} />
      <dl className="mt-1 grid gap-1">
        {VITAL_SIGNS.map((sign) => {
          const value = reading[sign];
          if (value == null) return null;
          const flag = flags[sign];
          return (
            <div key={sign} className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-2">
              <dt className="text-sm text-ink-2">{VITAL_SIGN_LABELS[sign]}</dt>
              <dd className="tabular-nums">
                {reading.enteredInError ? <Struck>{valueText(sign, value)}</Struck> : valueText(sign, value)}{" "}
                <span className="text-sm text-ink-3">{VITAL_SIGN_UNITS[sign]}</span>
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
