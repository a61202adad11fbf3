import { History, Star } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { type Physician, PrescriptionDraft, prescribingPhysician } from "#features/prescriptions/contract.ts";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { dayToday } from "#web/clock.ts";
import { useCall } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { besidePreview, FormColumn, PreviewColumn } from "#web/printing/BesidePreview.tsx";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { AllergyCheck, passesAllergyCheck } from "./AllergyCheck.tsx";
import { usePrescriptionFavourites } from "./favourites/use-prescription-favourites.tsx";
import { LivePreview } from "./LivePreview.tsx";
import { MedicationFields } from "./MedicationFields.tsx";
import { PrescriptionButtons, SavedNote } from "./PrescriptionButtons.tsx";
import { DiagnosisFields, PhysicianFields } from "./PrescriptionFields.tsx";
import { blankPrescription, repeated } from "./prescription-form.ts";
import { useKnownOfPatient } from "./use-known-of-patient.ts";
import { usePrescriptionActions } from "./use-prescription-actions.tsx";
import { useRepeatLast } from "./use-repeat-last.ts";

const title = "Generate Prescription";

type Beginning = Parameters<typeof repeated>[0];

type DialogProps = {
  patientId: number;
  /** Of the patient, after the line under the name. */
  alerts?: ReactNode;
  /** The patient's safety strip. It scrolls away on a phone. */
  strip?: ReactNode;
  /** Initial values, instead of an empty form. */
  beginning?: Beginning;
  /** What opens when it closes. */
  next?: string | undefined;
  onClose: () => void;
};

/** Writes a prescription for one patient: the form at the left, the printed page at the right. */
export function GeneratePrescriptionDialog({
  patientId,
  alerts,
  strip,
  beginning,
  next,
  onClose,
}: DialogProps) {
  const patient = usePatient(patientId);
  const user = useCurrentUser().data;
  const isOwner = user?.role === "owner";
  // While loading the fields are empty: the doctor can still be typed.
  const { data, isLoading } = useCall(prescribingPhysician, {}, { enabled: user !== undefined && !isOwner });
  if (patient.data && user && !isLoading)
    return (
      <PrescriptionForm
        patient={patient.data}
        user={user}
        doctor={isOwner ? user : (data?.physician ?? null)}
        alerts={alerts}
        strip={strip}
        beginning={beginning ?? null}
        next={next}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} title={title} size="wide">
      <PatientPending patient={patient} />
    </Dialog>
  );
}

function PrescriptionForm({
  patient,
  user,
  doctor,
  alerts,
  strip,
  beginning,
  next,
  onClose,
}: {
  patient: Patient;
  user: CurrentUser;
  doctor: Physician | null;
  alerts: ReactNode;
  strip: ReactNode;
  beginning: Beginning | null;
  next: string | undefined;
  onClose: () => void;
}) {
  const known = useKnownOfPatient(patient);
  const [today] = useState(dayToday);
  const form = useZodForm(PrescriptionDraft, { defaultValues: blankPrescription(patient, doctor, today) });
  // Once only: later edits stay.
  const [begins] = useState(beginning);
  useEffect(() => {
    if (!begins) return;
    for (const [name, value] of Object.entries(repeated(begins)))
      form.setValue(name as "diagnosis", value as string, { shouldDirty: true });
  }, [begins, form]);
  const [openMedicine, setOpenMedicine] = useState(0);
  const phone = usePhone();
  const isOwner = user.role === "owner";
  const draft = useDraft(form, {
    form: "prescription",
    record: patient.id,
    also: openMedicine,
    onRestored: (index) => setOpenMedicine(Number(index) || 0),
  });
  const actions = usePrescriptionActions(form, patient.id, setOpenMedicine, draft.act);
  const { isDirty } = form.formState;
  const saved = isDirty ? null : actions.saved;
  const discard = useDiscardQuestion(
    isDirty,
    actions.saved ? "What you changed since then has not been saved." : undefined,
    draft.forget,
  );
  const last = useRepeatLast(
    form,
    patient.id,
    { today, hasSaved: actions.saved !== null || actions.doing !== null },
    () => {
      setOpenMedicine(0);
      if (!phone) form.setFocus("medications.0.name");
    },
  );
  const favourites = usePrescriptionFavourites(form, (row) => {
    setOpenMedicine(row);
    if (!phone) form.setFocus(`medications.${row}.name`);
  });
  const unfilled = useUnfilledQuestion();
  const ifSafe = (act: () => void) => () => {
    if (!passesAllergyCheck(form, known)) return;
    const { diagnosis, additionalInstructions } = form.getValues();
    unfilled.whenFilled(
      [
        { label: "Diagnosis", text: diagnosis },
        { label: "Additional instructions", text: additionalInstructions },
      ],
      act,
    );
  };
  const tools = (
    <div className="flex flex-wrap gap-2">
      {last && (
        <Button size="sm" icon={<History />} onClick={last.press} {...shortcutProps("repeat")}>
          {last.label}
        </Button>
      )}
      <Button size="sm" icon={<Star />} onClick={favourites.show} {...shortcutProps("favourites")}>
        Favorites
      </Button>
    </div>
  );

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="wide"
      patient={
        <>
          <DialogPatient patient={patient} alerts={alerts} />
          {strip && !phone && <div className="border-t border-line">{strip}</div>}
        </>
      }
      {...(!phone && { head: tools })}
      onSubmit={(event) => {
        event.preventDefault();
        ifSafe(() => actions.save())();
      }}
      mayClose={() => actions.doing === null && discard.mayClose()}
      bodyClassName={besidePreview}
      {...((actions.saved || !isOwner) && {
        footNote: <SavedNote saved={actions.saved} isChanged={isDirty} />,
      })}
      foot={
        <PrescriptionButtons
          actions={{ ...actions, print: ifSafe(actions.print), download: ifSafe(actions.download) }}
          isOwner={isOwner}
          isSaved={saved !== null}
          next={next}
          onCancel={discard.closing(onClose)}
        />
      }
    >
      <FormColumn label="Prescription form" className="gap-5">
        {strip && phone && <div className="-mx-4 -mt-4 border-b border-line">{strip}</div>}
        <DraftOffer draft={draft} />
        {!isOwner && (
          <NoteBox tone="info">
            <span id="awaits-release">
              This prescription is saved as prepared. The doctor must release it before it can be printed or
              downloaded.
            </span>
          </NoteBox>
        )}
        {phone && tools}
        <AllergyCheck form={form} known={known} />
        <MedicationFields
          form={form}
          allergies={known.allergies}
          open={openMedicine}
          onOpen={setOpenMedicine}
          onKeep={favourites.keep}
        />
        <DiagnosisFields form={form} known={patient.diagnosis} />
        <ConfidentialBox {...form.register("isConfidential")} />
        <PhysicianFields form={form} />
      </FormColumn>
      <PreviewColumn>
        <LivePreview form={form} patient={patient} today={today} prescriptionId={saved?.id ?? null} />
      </PreviewColumn>
      {favourites.dialog}
      {unfilled.question}
      {actions.dateQuestion}
      {discard.question}
    </Dialog>
  );
}
