import "#web/ui/overlays/small-phone.css";
import { History, Star } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Patient } from "#features/patients/contract.ts";
import { type Physician, PrescriptionDraft } from "#features/prescriptions/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { firstOf, type NextStep } from "#web/clinical/NextSteps.tsx";
import { PaperDoctorField } from "#web/clinical/PaperDoctorField.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { usePaperDoctor } from "#web/clinical/use-paper-doctor.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { dayToday } from "#web/clock.ts";
import { useCurrentUser } from "#web/data/session.tsx";
import { DraftKept } from "#web/drafts/DraftKept.tsx";
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
import { AllergyCheck, CheckedLine, passesAllergyCheck } from "./AllergyCheck.tsx";
import { usePrescriptionFavourites } from "./favourites/use-prescription-favourites.tsx";
import { LivePreview } from "./LivePreview.tsx";
import { MedicationFields } from "./MedicationFields.tsx";
import { PrescriptionButtons, SavedNote } from "./PrescriptionButtons.tsx";
import { DiagnosisFields, PhysicianFields } from "./PrescriptionFields.tsx";
import { blankPrescription, prescribedBy, repeated } from "./prescription-form.ts";
import { SavedPrescription } from "./SavedPrescription.tsx";
import { SignedAs } from "./SignedAs.tsx";
import { useKnownOfPatient } from "./use-known-of-patient.ts";
import { usePrescriptionActions } from "./use-prescription-actions.tsx";
import { useRepeatLast } from "./use-repeat-last.ts";

const title = "Generate Prescription";
const noSteps: readonly NextStep[] = [];

type Beginning = Parameters<typeof repeated>[0];

type DialogProps = {
  patientId: number;
  /** Of the patient, after the line under the name. */
  alerts?: ReactNode;
  /** The patient's safety strip. It scrolls away on a phone. */
  strip?: ReactNode;
  /** Initial values, instead of an empty form. */
  beginning?: Beginning;
  /** What comes next for the visit, once it is saved. */
  next?: readonly NextStep[];
  onSaved?: () => void;
  onClose: () => void;
};

/** Writes a prescription for one patient: the form at the left, the printed page at the right. */
export function GeneratePrescriptionDialog({
  patientId,
  alerts,
  strip,
  beginning,
  next = noSteps,
  onSaved,
  onClose,
}: DialogProps) {
  const patient = usePatient(patientId);
  const user = useCurrentUser().data;
  // Without an answer the fields are empty: the doctor can still be typed, or chosen.
  const { doctors, isSigner, physician, isLoading } = usePaperDoctor(patientId, undefined, {
    printsProfile: true,
  });
  if (patient.data && user && !isLoading)
    return (
      <PrescriptionForm
        patient={patient.data}
        doctor={isSigner && !doctors ? user : physician}
        writesOwn={isSigner}
        alerts={alerts}
        strip={strip}
        beginning={beginning ?? null}
        next={next}
        onSaved={onSaved}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} title={title} size="sheet">
      <PatientPending patient={patient} />
    </Dialog>
  );
}

function PrescriptionForm({
  patient,
  doctor,
  writesOwn,
  alerts,
  strip,
  beginning,
  next,
  onSaved,
  onClose,
}: {
  patient: Patient;
  doctor: Physician | null;
  /** A doctor, who seldom writes for another one: the medicine comes first. */
  writesOwn: boolean;
  alerts: ReactNode;
  strip: ReactNode;
  beginning: Beginning | null;
  next: readonly NextStep[];
  onSaved: (() => void) | undefined;
  onClose: () => void;
}) {
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
  const named = usePaperDoctor(patient.id, useWatch({ control: form.control, name: "practitionerId" }));
  const { isSigner, physician } = named;
  const isChosen = named.doctors !== undefined;
  const { errors } = form.formState;
  // Another doctor was picked, whose profile has arrived.
  useEffect(() => {
    if (!isChosen || !physician) return;
    for (const [name, value] of Object.entries(prescribedBy(physician)))
      form.setValue(name as "physicianName", value as string);
  }, [isChosen, physician, form]);
  const draft = useDraft(form, {
    form: "prescription",
    record: patient.id,
    also: openMedicine,
    onRestored: (index) => setOpenMedicine(Number(index) || 0),
  });
  const actions = usePrescriptionActions(form, patient.id, setOpenMedicine, draft.act);
  const { saved } = actions;
  const isSaved = saved !== null;
  const discard = useDiscardQuestion(form.formState.isDirty, undefined, draft.forget);
  const tellSaved = useEffectEvent(() => onSaved?.());
  useEffect(() => {
    if (isSaved) tellSaved();
  }, [isSaved]);
  const last = useRepeatLast(form, patient.id, { today, hasSaved: isSaved || actions.doing !== null }, () => {
    setOpenMedicine(0);
    if (!phone) form.setFocus("medications.0.name");
  });
  const known = useKnownOfPatient(
    patient,
    last.earlier,
    useWatch({ control: form.control, name: "physicianLicense" }) ?? "",
  );
  const earlier = useMemo(
    () => ({ last: last.earlier, medicinesNow: known.medicinesNow, today }),
    [last.earlier, known.medicinesNow, today],
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
  const chooser = (
    <PaperDoctorField
      doctor={named}
      error={
        errors.practitionerId?.message ??
        (physician && !physician.licenseNumber
          ? "The profile has no PRC license number yet, which every prescription prints."
          : errors.physicianName && "Choose the doctor.")
      }
      onChoose={(practitionerId) => {
        form.clearErrors(["practitionerId", "physicianName", "physicianLicense"]);
        form.setValue("practitionerId", practitionerId, { shouldDirty: true });
      }}
    />
  );
  const tools = (
    <div className="flex flex-wrap gap-2">
      {last.button && (
        <Button size="sm" icon={<History />} onClick={last.button.press} {...shortcutProps("repeat")}>
          {last.button.label}
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
      size="sheet"
      {...(strip && { description: <PatientWords patient={patient} alerts={alerts} today={today} /> })}
      patient={strip ?? <DialogPatient patient={patient} alerts={alerts} />}
      {...(!phone && !isSaved && { head: tools })}
      onSubmit={(event) => {
        event.preventDefault();
        ifSafe(() => actions.save())();
      }}
      mayClose={() => actions.doing === null && discard.mayClose()}
      bodyClassName={besidePreview}
      {...((isSaved || !isSigner) && { footNote: <SavedNote saved={saved} /> })}
      foot={
        <PrescriptionButtons
          actions={{ ...actions, print: ifSafe(actions.print), download: ifSafe(actions.download) }}
          isSigner={isSigner}
          isSaved={isSaved}
          next={firstOf(next)}
          extra={
            !phone && (
              <div className="mr-auto flex flex-wrap items-center gap-x-6">
                <DraftKept at={draft.keptAt} />
                <ConfidentialBox {...form.register("isConfidential")} />
              </div>
            )
          }
          onCancel={discard.closing(onClose)}
        />
      }
    >
      <FormColumn label="Prescription form" className="gap-2.5 md:py-2.5!">
        {saved ? (
          <SavedPrescription saved={saved} next={next} onWithdrawn={actions.beginAnew} />
        ) : (
          <>
            <DraftOffer draft={draft} />
            {!isSigner && (
              <NoteBox tone="info">
                <span id="awaits-release">
                  This prescription is saved as prepared
                  {named.practitionerId === undefined ? ". The doctor" : ` for ${named.name}, who`} must
                  release it before it can be printed or downloaded.
                </span>
              </NoteBox>
            )}
            {!writesOwn && chooser}
            {phone && tools}
            <AllergyCheck form={form} known={known} />
            <MedicationFields
              form={form}
              allergies={known.allergies}
              earlier={earlier}
              from={begins && next.length > 0 ? "from today's plan" : undefined}
              check={<CheckedLine form={form} known={known} />}
              open={openMedicine}
              onOpen={setOpenMedicine}
              onKeep={favourites.keep}
            />
            <DiagnosisFields form={form} known={patient.diagnosis} />
            {phone && <ConfidentialBox {...form.register("isConfidential")} />}
            {writesOwn && chooser}
            <SignedAs form={form} isChosen={isChosen}>
              <PhysicianFields form={form} isChosen={isChosen} />
            </SignedAs>
          </>
        )}
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

/** "Ledesma, Gorgonio Pamplona · 71 / M · 20240311-002", below the title; the strip tells the allergies. */
const PatientWords = ({ patient, alerts, today }: { patient: Patient; alerts: ReactNode; today: string }) => (
  <span className="flex flex-wrap gap-x-1.5 tabular-nums">
    <span className="font-medium text-ink">{patient.patientName} ·</span>
    <span>{ageSex(patient, today)} ·</span>
    <span>{patient.admissionNo}</span>
    {alerts}
  </span>
);
