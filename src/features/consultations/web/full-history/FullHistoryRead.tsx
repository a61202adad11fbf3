import {
  type FullHistory,
  fullHistoryFields,
  fullHistoryLabels,
  fullHistoryPdf,
} from "#features/consultations/contract.ts";
import { isUsable } from "#features/consultations/rules.ts";
import { fullHistoryState } from "#features/consultations/words.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PaperButtons } from "#web/clinical/PaperButtons.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { InErrorNote, MarkInErrorLine } from "../EntryMark.tsx";

/** One full history, read-only: finalized, or a draft for users who may not edit. */
export function FullHistoryRead({ record, onClose }: { record: FullHistory; onClose: () => void }) {
  const { data: patient } = usePatient(record.patientId);
  const params = { id: String(record.patientId), recordId: String(record.id) };
  const paper = usePdf(fullHistoryPdf, { params }, "Failed to generate the full history's PDF");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Full History"
      description={fullHistoryState(record)}
      size="lg"
      patient={patient && <DialogPatient patient={patient} />}
      foot={isUsable(record) ? <PaperButtons paper={paper} /> : undefined}
      footNote={paper.failure && <FieldError>{paper.failure}</FieldError>}
    >
      <InErrorNote patientId={record.patientId} entry="fullHistory" of={record} className="mb-4" />
      <FullHistoryFields record={record} />
      <ConfidentialLine patientId={record.patientId} entry="fullHistory" of={record} />
      <MarkInErrorLine patientId={record.patientId} entry="fullHistory" of={record} />
    </Dialog>
  );
}

/** All that a full history says. */
export const FullHistoryFields = ({ record }: { record: FullHistory }) => (
  <ChartList
    ruled
    lines={[
      ...fullHistoryFields.map((field) => ({
        label: fullHistoryLabels[field],
        value: record[field] && <p className="whitespace-pre-line">{record[field]}</p>,
      })),
      { label: "Begun", value: formatInstant(record.createdAt) },
    ]}
  />
);
