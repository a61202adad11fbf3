import { useState } from "react";
import { printLabels } from "#features/patients/contract.ts";
import { type LabelStockId, labelStockIds, labelStockOf, labelsOnPage } from "#shared/label-stock.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { ShareButton } from "#web/clinical/PaperButtons.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { storedLabelStock, storeLabelStock } from "#web/device-preferences.ts";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const isPaper = (text: string | null): text is LabelStockId => labelStockIds.some((id) => id === text);

/** Refused input: no number, or one outside the sheet. */
const wholeOr = (typed: string, fallback: number, { from, to }: { from: number; to: number }): number => {
  const number = Number.parseInt(typed, 10);
  return Number.isNaN(number) ? fallback : Math.min(Math.max(number, from), to);
};

/** Labels for folders and specimens, or the patient's card. The paper is remembered on this device. */
export function PrintLabelsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const { data: patient } = usePatient(patientId);
  const [paper, choose] = useState<LabelStockId>(() => {
    const stored = storedLabelStock();
    return isPaper(stored) ? stored : "a4-24";
  });
  const [count, setCount] = useState("1");
  const [start, setStart] = useState("1");
  const onPage = labelsOnPage(paper);
  const isSheet = onPage > 1;
  const query = {
    paper,
    ...(paper !== "card" && { count: String(wholeOr(count, 1, { from: 1, to: 65 })) }),
    ...(isSheet && { skip: String(wholeOr(start, 1, { from: 1, to: onPage }) - 1) }),
  };
  const pdf = usePdf(
    printLabels,
    { params: { id: String(patientId) }, query },
    "The labels could not be drawn",
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Labels and Card"
      description="The QR code holds the patient's number. Scan it in the search box to open the record."
      size="sm"
      patient={patient && <DialogPatient patient={patient} />}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void pdf.fetch("print");
      }}
      foot={
        <>
          <Button onClick={() => void pdf.fetch("download")} busy={pdf.fetching === "download"}>
            Download PDF
          </Button>
          <ShareButton paper={pdf} />
          <Button type="submit" variant="primary" busy={pdf.fetching === "print"} busyLabel="Printing…">
            Print
          </Button>
        </>
      }
      bodyClassName="grid content-start gap-4"
    >
      <Field label="Paper">
        <Select
          value={paper}
          onChange={(event) => {
            if (!isPaper(event.target.value)) return;
            choose(event.target.value);
            storeLabelStock(event.target.value);
          }}
          options={labelStockIds.map((id) => ({ value: id, label: labelStockOf(id).label }))}
        />
      </Field>
      {paper !== "card" && (
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label="Labels" hint="1 to 65">
            <TextInput
              inputMode="numeric"
              maxLength={2}
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          </Field>
          {isSheet && (
            <Field label="Start at label" hint={`1 to ${onPage}, row by row`}>
              <TextInput
                inputMode="numeric"
                maxLength={2}
                value={start}
                onChange={(event) => setStart(event.target.value)}
              />
            </Field>
          )}
        </div>
      )}
      {pdf.failure && (
        <NoteBox tone="bad" role="alert">
          <p>{pdf.failure}</p>
        </NoteBox>
      )}
    </Dialog>
  );
}
