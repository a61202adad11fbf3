import { useState } from "react";
import { type Prescription, patientPrescriptions } from "#features/prescriptions/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { useRowOfPages } from "#web/data/use-row-of-pages.ts";
import { PrescriptionDetailDialog } from "./PrescriptionDetailDialog.tsx";
import type { WritingAnew } from "./PrescriptionList.tsx";

/** A prescription that is known by its id. */
export function OpenedPrescription({
  patientId,
  id,
  writing,
  onClose,
}: {
  patientId: number;
  id: number;
  writing: WritingAnew;
  onClose: () => void;
}) {
  const sent = { params: { id: String(patientId) }, query: { limit: "20" } };
  const prescription = useRowOfPages(usePages(patientPrescriptions, sent), id);
  const [beginning, writeAnew] = useState<Prescription | null>(null);
  if (beginning) return writing({ beginning, onClose });
  return (
    prescription && (
      <PrescriptionDetailDialog
        prescription={prescription}
        onWriteAnew={() => writeAnew(prescription)}
        onClose={onClose}
      />
    )
  );
}
