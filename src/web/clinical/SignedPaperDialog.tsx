import { type ComponentProps, type ReactNode, useState } from "react";
import { type PaperDoctor, withTitle } from "#shared/paper-doctor.ts";
import type { SignedState } from "#shared/signed-papers.ts";
import type { Pdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { DialogPatient } from "./DialogPatient.tsx";
import { PaperButtons } from "./PaperButtons.tsx";
import { heldBack, heldBackId } from "./signed-papers.tsx";
import { usePatient } from "./use-patient.ts";
import { WithdrawnNote } from "./WithdrawnNote.tsx";

/** A saved paper that the doctor signs: its release, its print and PDF, and its withdrawal. */
export function SignedPaperDialog({
  title,
  state,
  mark,
  paper,
  pdf,
  release,
  releasedFor,
  withdraw,
  anew,
  above,
  className,
  onClose,
  children,
}: {
  title: string;
  state: SignedState;
  /** The state, beside the title. */
  mark: ReactNode;
  paper: ComponentProps<typeof WithdrawnNote>["of"] & {
    patientId: number;
    preparedByName: string | null;
    practitioner?: PaperDoctor | undefined;
  };
  pdf: Pdf;
  release: ReactNode;
  /** What it is released for: "printed". */
  releasedFor: string;
  /** The dialog that withdraws it; undefined for users who may not. */
  withdraw: ((onDone: () => void) => ReactNode) | undefined;
  /** Beside the reason of a withdrawn one. */
  anew?: ReactNode;
  /** Before what holds it back. */
  above?: ReactNode;
  className: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const patient = usePatient(paper.patientId).data;
  const { practitioner } = paper;
  const [isWithdrawing, setWithdrawing] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="lg"
      head={mark}
      {...(patient && { patient: <DialogPatient patient={patient} /> })}
      foot={
        <>
          {withdraw && (
            <Button variant="ghost" onClick={() => setWithdrawing(true)} className="max-md:flex-1">
              Withdraw
            </Button>
          )}
          <PaperButtons paper={pdf} held={heldBack(state)} />
        </>
      }
      footNote={pdf.failure && <FieldError>{pdf.failure}</FieldError>}
    >
      <div className={className}>
        {above}
        {state === "prepared" && (
          <NoteBox tone="warn" actions={release}>
            <span id={heldBackId}>
              Prepared{paper.preparedByName && ` by ${paper.preparedByName}`}
              {practitioner ? ` for ${withTitle(practitioner.name)}, who` : ". The doctor"} must release it
              before it can be {releasedFor}.
            </span>
          </NoteBox>
        )}
        <WithdrawnNote id={heldBackId} of={paper} actions={anew} />
        {children}
      </div>
      {isWithdrawing && withdraw?.(() => setWithdrawing(false))}
    </Dialog>
  );
}
