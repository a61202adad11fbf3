import { FileText } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { Prescription } from "#features/prescriptions/contract.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { medicineName } from "#shared/prescription/generic-first.ts";
import { SignedMark } from "#web/clinical/signed-papers.tsx";
import { withdrawnWords } from "#web/clinical/WithdrawnNote.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { ReleasePrescription } from "./ReleasePrescription.tsx";
import { usePrescriptions } from "./use-prescriptions.ts";

const PrescriptionDetailDialog = lazyPart(
  () => import("./PrescriptionDetailDialog.tsx"),
  "PrescriptionDetailDialog",
);

/** How many medicines a row names. */
const NAMED = 2;

/** The first medicines of a prescription, the generic name first, and how many more there are. */
export function namedMedicines({ medications }: Prescription): { names: string; more: number } {
  const names = medications.slice(0, NAMED).map(medicineName);
  return { names: names.join(", "), more: Math.max(0, medications.length - NAMED) };
}

/** The form with the content of a withdrawn prescription, which the page renders. */
export type WritingAnew = (anew: { beginning: Prescription; onClose: () => void }) => ReactNode;

/** One patient's prescriptions, newest first, each with its details. The caller renders the rows. */
export function PrescriptionList({
  patientId,
  emptyTitle,
  line,
  writing,
  onCount,
}: {
  patientId: number;
  emptyTitle: string;
  line: (prescription: Prescription) => ReactNode;
  writing: WritingAnew;
  /** How many are loaded. */
  onCount?: (count: number) => void;
}) {
  const { pages, prescriptions } = usePrescriptions(patientId);
  const [opened, open] = useState<number | null>(null);
  const [beginning, writeAnew] = useState<Prescription | null>(null);
  const shown = prescriptions?.find(({ id }) => id === opened);
  const count = prescriptions?.length;
  useEffect(() => {
    if (count !== undefined) onCount?.(count);
  }, [count, onCount]);
  return (
    <>
      <QueryList
        query={pages}
        title="Failed to fetch prescriptions"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        label="Loading prescriptions"
        empty={
          <Empty
            icon={<FileText />}
            title={emptyTitle}
            why="Prescriptions you write appear here. You can repeat or reprint them."
          />
        }
      >
        {(rows, foot) => (
          <>
            <ul className="divide-y divide-line">
              {rows.map((prescription) => (
                <PrescriptionRow
                  key={prescription.id}
                  prescription={prescription}
                  onOpen={() => open(prescription.id)}
                >
                  {line(prescription)}
                </PrescriptionRow>
              ))}
            </ul>
            {pages.hasNextPage && foot}
          </>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {shown && (
          <PrescriptionDetailDialog
            prescription={shown}
            onWriteAnew={() => {
              open(null);
              writeAnew(shown);
            }}
            onClose={() => open(null)}
          />
        )}
        {beginning && writing({ beginning, onClose: () => writeAnew(null) })}
      </Suspense>
    </>
  );
}

function PrescriptionRow({
  prescription,
  onOpen,
  children,
}: {
  prescription: Prescription;
  onOpen: () => void;
  children: ReactNode;
}) {
  const day = formatDay(prescription.prescriptionDate);
  const withdrawn = withdrawnWords(prescription);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-0.5 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium tabular-nums">{day}</span>
          <SignedMark state={prescription.status} prepared="Prepared" of={prescription} />
        </p>
        <div className={cx("grid gap-0.5", withdrawn && "text-ink-3 line-through")}>{children}</div>
        {withdrawn && <p className="text-sm text-bad">Withdrawn {withdrawn}</p>}
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1">
        {prescription.status === "prepared" && (
          <ReleasePrescription prescription={prescription} label={`Release the prescription of ${day}`} />
        )}
        <Button size="sm" aria-label={`View Details of the prescription of ${day}`} onClick={onOpen}>
          View Details
        </Button>
      </div>
    </li>
  );
}
