import { type PatientReferral, referralLetterPdf } from "#features/referrals/contract.ts";
import { letterState } from "#features/referrals/rules.ts";
import { withTitle } from "#shared/paper-doctor.ts";
import { PaperButtons } from "#web/clinical/PaperButtons.tsx";
import { heldBack, heldBackId } from "#web/clinical/signed-papers.tsx";
import { usePdf } from "#web/printing/use-pdf.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { FieldError } from "#web/ui/inputs/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** The letter is saved: shows its print and PDF. */
export function LetterSaved({ letter, onClose }: { letter: PatientReferral; onClose: () => void }) {
  const params = { id: String(letter.patientId), referralId: String(letter.id) };
  const paper = usePdf(referralLetterPdf, { params }, "Failed to make the letter's PDF");
  return (
    <Dialog
      open
      onClose={onClose}
      title="Refer Patient to Another Clinic"
      size="md"
      foot={
        <>
          <Button variant="ghost" onClick={onClose} className="max-md:flex-1">
            Close
          </Button>
          <PaperButtons paper={paper} held={heldBack(letterState(letter))} />
        </>
      }
      footNote={paper.failure && <FieldError>{paper.failure}</FieldError>}
    >
      <NoteBox tone="ok" role="status" title={`The letter to ${letter.toClinicName} is saved`}>
        <span id={heldBackId}>
          {letter.awaitsRelease
            ? `${letter.practitioner ? withTitle(letter.practitioner.name) : "The doctor"} must release it before it can be printed. It stays in the record under Referrals.`
            : "Print it, or download the PDF for the patient. It stays in the record under Referrals."}
        </span>
      </NoteBox>
    </Dialog>
  );
}
