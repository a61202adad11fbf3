import { HeartPulse } from "lucide-react";
import { Suspense, useState } from "react";
import { recordVitals, type VitalSignReading, vitalSignReadings } from "#features/consultations/contract.ts";
import { useAdultBands } from "#web/clinical/use-adult-bands.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { dayToday } from "#web/clock.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { usePrintedWhole } from "#web/printing/print-whole.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonFigures, SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { BodyMass } from "./BodyMass.tsx";
import { monthsOf } from "./months-of.ts";
import { SignCell } from "./SignCell.tsx";
import { FIRST_READINGS } from "./sign-series.ts";
import { VitalSignsHead } from "./VitalSignsHead.tsx";

const AllReadings = lazyPart(() => import("./AllReadings.tsx"), "AllReadings");
const AllReadingsDialog = lazyPart(() => import("./AllReadingsDialog.tsx"), "AllReadingsDialog");

const charted = [
  "bloodPressure",
  "pulse",
  "oxygenSaturation",
  "temperature",
  "respiratoryRate",
  "weight",
] as const;

/**
 * The newest usable vital signs of a patient, each with its recent readings over the normal band of the age at each
 * visit; all readings where the record is printed whole.
 */
export function VitalSignsPanel({ patientId, onRecord }: { patientId: number; onRecord: () => void }) {
  const isWhole = usePrintedWhole();
  return (
    <>
      <NewestReadings patientId={patientId} onRecord={onRecord} />
      {isWhole && (
        <Suspense fallback={<Waiting skeleton={<SkeletonTable rows={3} columns={8} />} />}>
          <AllReadings patientId={patientId} />
        </Suspense>
      )}
    </>
  );
}

function NewestReadings({ patientId, onRecord }: { patientId: number; onRecord: () => void }) {
  const query = useCall(vitalSignReadings, {
    params: { id: String(patientId) },
    query: { limit: FIRST_READINGS },
  });
  const { data } = query;
  if (!data)
    return (
      <QueryPending
        query={query}
        title="Failed to load vital signs"
        skeleton={<SkeletonFigures count={3} />}
        label="Loading vital signs"
      />
    );
  const usable = data.filter(({ enteredInError }) => !enteredInError);
  const [newest] = usable;
  if (!newest)
    return (
      <Empty
        icon={<HeartPulse />}
        title={data.length > 0 ? "No vital signs to use." : "No vital signs recorded yet."}
        why={
          data.length > 0
            ? "What was recorded was entered in error."
            : "Each reading is checked against the range for the patient's age and charted over time."
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <IfCan do={recordVitals}>
              <Button size="sm" onClick={onRecord}>
                Record Vital Signs
              </Button>
            </IfCan>
            {data.length > 0 && <AllReadingsButton patientId={patientId} />}
          </div>
        }
      />
    );
  return <Readings patientId={patientId} readings={usable} newest={newest} />;
}

/** Opens the list of all readings. On paper the list stands below. */
function AllReadingsButton({ patientId }: { patientId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        All Readings
      </Button>
      <Suspense fallback={null}>
        {isOpen && <AllReadingsDialog patientId={patientId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

function Readings({
  patientId,
  readings,
  newest,
}: {
  patientId: number;
  readings: readonly VitalSignReading[];
  newest: VitalSignReading;
}) {
  const { data: patient } = usePatient(patientId);
  const adults = useAdultBands();
  const [today] = useState(dayToday);
  const ageInMonthsAt = (instant: Date) => (patient ? monthsOf(patient, instant) : null);
  return (
    <div>
      <VitalSignsHead
        readings={readings}
        recordedAt={newest.recordedAt}
        ageInMonthsAt={ageInMonthsAt}
        isAgeRead={patient !== undefined}
      />
      <dl className="grid grid-cols-2 overflow-hidden border-t border-line lg:grid-cols-3">
        {charted.map((sign) => (
          <SignCell
            key={sign}
            sign={sign}
            readings={readings}
            newestId={newest.id}
            ageInMonthsAt={ageInMonthsAt}
            adults={adults}
            today={today}
          />
        ))}
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
        <BodyMass readings={readings} ageInMonthsAt={ageInMonthsAt} today={today} />
        <AllReadingsButton patientId={patientId} />
      </div>
    </div>
  );
}
