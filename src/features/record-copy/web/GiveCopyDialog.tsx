import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { copyFormats, copyRecord } from "#features/record-copy/contract.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { callForFile } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useInvalidateChangedBy } from "#web/data/calls.ts";
import { saveFile } from "#web/printing/save-file.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const accessRequest = "Access request under RA 10173";
const another = "another";

const formNames = {
  pdf: "Record to read (PDF)",
  fhir: "Record for other health systems (FHIR)",
  json: "Data for other programs (JSON)",
};

type CopyFormat = (typeof copyFormats)[number];
type Made = { format: CopyFormat; saved?: { file: Blob; name: string }; problem?: string };

/** The patient's own copy: the reason, then its files, each logged in the record history. */
export function GiveCopyDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const { data: patient } = usePatient(patientId);
  const invalidateChangedBy = useInvalidateChangedBy();
  const [choice, setChoice] = useState(accessRequest);
  const [other, setOther] = useState("");
  const otherField = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [made, setMade] = useState<readonly Made[]>([]);

  const making = useMutation({
    mutationFn: async (reason: string) => {
      // Files that were made already are kept: a retry makes and records only the missing one.
      for (const format of copyFormats) {
        if (made.some((one) => one.format === format && one.saved)) continue;
        const one = await makeOne(patientId, format, reason);
        if (one.saved) saveFile(one.saved.file, one.saved.name);
        setMade((before) => [...before.filter((earlier) => earlier.format !== format), one]);
      }
    },
    onSettled: () => invalidateChangedBy(copyRecord),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const reason = choice === another ? other.trim() : choice;
    setMissing(reason === "");
    if (reason === "") otherField.current?.focus();
    else making.mutate(reason);
  };

  const isDone = made.length === copyFormats.length && !making.isPending && made.every(({ saved }) => saved);
  const problems = making.isPending ? [] : made.filter(({ problem }) => problem !== undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !making.isPending}
      title="Give Patient a Copy"
      description="The whole record as a PDF to read, and as files for other health systems and programs."
      patient={patient && <DialogPatient patient={patient} />}
      bodyClassName="grid content-start gap-4"
      {...(isDone
        ? {
            foot: (
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            ),
          }
        : {
            onSubmit: submit,
            foot: (
              <FormFoot
                onCancel={onClose}
                isSending={making.isPending}
                busyLabel="Making the copy…"
                save={problems.length > 0 ? "Try Again" : "Make Copy"}
              />
            ),
          })}
    >
      {isDone ? (
        <NoteBox tone="ok" role="status" title="The copy is ready">
          All files were saved on this device. Hand them to the patient, then delete them from the downloads.
          If one is missing there, save it again.
        </NoteBox>
      ) : (
        <>
          <RadioGroup
            label="Reason"
            required
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
            disabled={making.isPending}
            options={[
              { value: accessRequest, label: accessRequest, hint: "The patient asked for the record." },
              { value: another, label: "Another reason" },
            ]}
          />
          {choice === another && (
            <Field label="Which reason?" required error={isMissing ? "Reason is required" : undefined}>
              <TextInput
                ref={otherField}
                value={other}
                maxLength={500}
                disabled={making.isPending}
                onChange={(event) => {
                  setOther(event.target.value);
                  setMissing(false);
                }}
              />
            </Field>
          )}
          <NoteBox>
            The copy includes everything written about the patient, including internal notes. Uploaded files
            are listed; download them under Complete Medical Records. The FHIR file leaves out bills and
            confidential entries. The copy and the reason are noted in the record history.
          </NoteBox>
        </>
      )}
      {problems.map(({ format, problem }) => (
        <NoteBox key={format} tone="bad" role="alert" title={`Not made: ${formNames[format]}`}>
          {problem}
        </NoteBox>
      ))}
      {made.some(({ saved }) => saved) && (
        <ul aria-label="Files of the copy" className="grid gap-2">
          {made.map(
            ({ format, saved }) =>
              saved && (
                <li
                  key={format}
                  className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line px-3 py-2.5"
                >
                  <span className="min-w-0 flex-1 basis-56 wrap-anywhere">
                    <span className="block font-medium">{formNames[format]}</span>
                    <span className="block text-sm text-ink-3">{saved.name}</span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={`Save again: ${formNames[format]}`}
                    icon={<Download />}
                    onClick={() => saveFile(saved.file, saved.name)}
                  >
                    Save Again
                  </Button>
                </li>
              ),
          )}
        </ul>
      )}
    </Dialog>
  );
}

async function makeOne(id: number, format: CopyFormat, reason: string): Promise<Made> {
  try {
    const saved = await callForFile(copyRecord, { params: { id: String(id) }, body: { reason, format } });
    return { format, saved };
  } catch (error) {
    const fallback = "The file could not be created. Please try again.";
    return { format, problem: isApiError(error) ? error.shown(fallback) : fallback };
  }
}
