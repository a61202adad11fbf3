import { FileText } from "lucide-react";
import { useState } from "react";
import { type Prescription, releasePrescription } from "#features/prescriptions/contract.ts";
import { formatDay } from "#shared/dates.ts";
import { medicineLine } from "#shared/prescription/generic-first.ts";
import { IfCan } from "#web/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore } from "#web/ui/LoadMore.tsx";
import { Section } from "#web/ui/Section.tsx";
import { SkeletonRows } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { PrescriptionDetailDialog } from "./PrescriptionDetailDialog.tsx";
import { PrescriptionState } from "./PrescriptionState.tsx";
import { usePrescriptions, useRelease } from "./use-prescriptions.ts";

/** How many medicines a row names. */
const NAMED = 2;

/** What was prescribed to one patient so far, newest first. */
export function PrescriptionHistory({ patientId }: { patientId: number }) {
  const { data, error, isFetching, refetch, showMore } = usePrescriptions(patientId);
  const [opened, open] = useState<number | null>(null);
  const shown = data?.find(({ id }) => id === opened);
  const retry = () => void refetch();
  return (
    <Section flush title="Prescription History">
      {data === undefined &&
        (error ? (
          <ErrorState
            title="Failed to fetch prescriptions"
            why={error.shown("The server did not answer.")}
            reference={error.body.reference}
            onRetry={retry}
            retrying={isFetching}
          />
        ) : (
          <Waiting
            skeleton={<SkeletonRows rows={2} initials={false} />}
            onRetry={retry}
            label="Loading prescriptions"
          />
        ))}
      {data?.length === 0 && (
        <Empty
          icon={<FileText />}
          title="No prescriptions found for this patient."
          why="What is prescribed here stands in this list, and can be repeated and printed again."
        />
      )}
      {data && data.length > 0 && (
        <>
          <ul className="divide-y divide-line">
            {data.map((prescription) => (
              <PrescriptionRow
                key={prescription.id}
                prescription={prescription}
                onOpen={() => open(prescription.id)}
              />
            ))}
          </ul>
          {showMore && <LoadMore shown={data.length} onMore={showMore} busy={isFetching} />}
        </>
      )}
      {shown && <PrescriptionDetailDialog prescription={shown} onClose={() => open(null)} />}
    </Section>
  );
}

function PrescriptionRow({ prescription, onOpen }: { prescription: Prescription; onOpen: () => void }) {
  const { id, patientId, medications, diagnosis, prescriptionDate, physicianName, physicianLicense } =
    prescription;
  const release = useRelease();
  const more = medications.length - NAMED;
  const day = formatDay(prescriptionDate);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium tabular-nums">{day}</span>
          <PrescriptionState prescription={prescription} />
        </p>
        <p>
          {medications
            .slice(0, NAMED)
            .map((medicine) => {
              const { generic, brand } = medicineLine(medicine);
              return brand ? `${generic} ${brand}` : generic;
            })
            .join(", ")}
          {more > 0 && <span className="text-ink-2"> +{more} more medications</span>}
        </p>
        {diagnosis && <p className="text-sm text-ink-2">{diagnosis}</p>}
        <p className="text-sm text-ink-3">
          {physicianName}, License {physicianLicense}
        </p>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        {prescription.status === "prepared" && (
          <IfCan do={releasePrescription}>
            <Button
              size="sm"
              aria-label={`Release the prescription of ${day}`}
              busy={release.isPending}
              busyLabel="Releasing…"
              onClick={() => release.mutate({ params: { id: String(patientId), rxId: String(id) } })}
            >
              Release
            </Button>
          </IfCan>
        )}
        <Button size="sm" aria-label={`View Details of the prescription of ${day}`} onClick={onOpen}>
          View Details
        </Button>
      </div>
    </li>
  );
}
