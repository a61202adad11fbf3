import "#web/ui/overlays/small-phone.css";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { joinedDiagnoses } from "#shared/clinical/diagnosis-text.ts";
import { presentIllnessText } from "#shared/clinical/present-illness.ts";
import { blanksOf } from "#shared/clinical/quick-text.ts";
import { isWaitingState } from "#shared/clinical/visit-states.ts";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { PaperDoctorField } from "#web/clinical/PaperDoctorField.tsx";
import { PatientPending } from "#web/clinical/PatientPending.tsx";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { usePaperDoctor } from "#web/clinical/use-paper-doctor.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useUnfilledQuestion } from "#web/clinical/use-unfilled-question.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { DraftKept } from "#web/drafts/DraftKept.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, mayMoveFocus, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { WizardFoot, WizardSteps } from "#web/ui/frame/Wizard.tsx";
import { firstField } from "#web/ui/inputs/first-field.ts";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { ComplaintStep } from "./ComplaintStep.tsx";
import {
  ConsultationForm,
  consultationSteps,
  emptyConsultation,
  fieldsOfStep,
  sentDiagnoses,
  stepOfField,
} from "./consultation-form.ts";
import { LastVisit } from "./LastVisit.tsx";
import { writtenTexts } from "./note-fields.ts";
import { PatientLine } from "./PatientLine.tsx";
import type { PlannedPapers } from "./planned-prescription.ts";
import { type FollowUpAppointment, TreatmentStep } from "./TreatmentStep.tsx";
import { useDeskIntake } from "./use-desk-intake.ts";
import { type CopiedNote, useNoteTools } from "./use-note-tools.tsx";
import { usePlan } from "./use-plan.ts";
import { useSaveConsultation } from "./use-record-visit.ts";
import { useReadingsBefore } from "./vital-signs/use-readings-before.ts";
import { VisitVitalSigns } from "./vital-signs/VisitVitalSigns.tsx";

const count = consultationSteps.length;
const last = count - 1;

/**
 * Three steps: forward when those passed are valid, back at any time. With what the desk recorded filled in, and on a
 * desk the last visit beside them.
 */
export function NewConsultationWizard({
  patientId,
  appointment,
  alerts,
  strip,
  onSaved,
  onPlanned,
  onClose,
}: {
  patientId: number;
  appointment?: FollowUpAppointment | undefined;
  /** Of the patient, after the line under the name. */
  alerts?: ReactNode;
  /** The patient's safety strip, a line until it is opened. */
  strip?: ReactNode;
  onSaved?: ((saved: { followUpDate: string | null }) => void) | undefined;
  /** Replaces closing when something comes next: medicines or tests of the plan, or a visit to close. */
  onPlanned?: ((papers: PlannedPapers) => void) | undefined;
  onClose: () => void;
}) {
  const patient = usePatient(patientId);
  const pregnancy = useOpenPregnancy(patientId);
  const phone = usePhone();
  const form = useZodForm(ConsultationForm, { defaultValues: emptyConsultation });
  const [step, setStep] = useState(0);
  const [copied, setCopied] = useState<CopiedNote | null>(null);
  const [isRepeated, setRepeated] = useState(false);
  const draft = useDraft(form, {
    form: "consultation",
    record: patientId,
    also: { step, copied, isRepeated },
    onRestored: (stored) => {
      const at = stored as { step?: number; copied?: CopiedNote | null; isRepeated?: boolean } | null;
      setCopied(at?.copied ?? null);
      setRepeated(at?.isRepeated === true);
      const typedAt = consultationSteps.findIndex((_, index) => index === at?.step);
      if (typedAt < 0) return;
      setStep(typedAt);
    },
  });
  // A doctor who writes it down saw the patient.
  const seenBy = usePaperDoctor(patientId, form.watch("practitionerId"));
  const send = useSaveConsultation(draft.act);
  const { mayClose, closing, question } = useDiscardQuestion(form.formState.isDirty, undefined, draft.forget);

  const body = useRef<HTMLDivElement>(null);
  const unfilled = useUnfilledQuestion();
  const plan = usePlan(form, patientId, { isRepeated, setRepeated });
  const tools = useNoteTools(form, patientId, {
    copied,
    setCopied,
    // The first field with a blank gets the focus, at that blank.
    onFilled: () => {
      if (!body.current) return;
      const areas = [...body.current.querySelectorAll("textarea")];
      const blank = areas.find(({ value }) => blanksOf(value).length > 0);
      (blank ?? firstField(body.current, body.current))?.focus();
    },
  });
  const intake = useDeskIntake(form, patientId, patient.data);
  const isToClose =
    intake.visit !== null && (isWaitingState(intake.visit.state) || intake.visit.state === "with_doctor");
  const before = useReadingsBefore(patient.data);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step && body.current) firstField(body.current, body.current)?.focus();
    shown.current = step;
  }, [step]);

  const goTo = async (target: number) => {
    for (let passed = step; passed < target; passed++) {
      if (await form.trigger(fieldsOfStep[passed], { shouldFocus: passed === step })) continue;
      setStep(passed);
      return;
    }
    setStep(target);
  };

  const save = form.handleSubmit(async (values) => {
    const { illness, vitalSigns, diagnosis, diagnoses, isConfidential = false, ...typed } = values;
    if (!(await unfilled.mayGoOn(writtenTexts(form.getValues())))) return;
    try {
      await send.mutateAsync({
        body: {
          patientId,
          ...typed,
          practitionerId: seenBy.practitionerId,
          ...(isConfidential && { isConfidential }),
          ...sentDiagnoses({ diagnosis, diagnoses }),
          historyOfPresentIllness: presentIllnessText(illness),
          vitalSigns: JSON.stringify(vitalSigns),
          consultationType: "General",
        },
      });
      form.reset();
      draft.forget();
      const { rows, requests, additionalInstructions } = plan;
      if (onPlanned && (rows.length + requests.length > 0 || isToClose)) {
        const sent = sentDiagnoses({ diagnosis, diagnoses });
        const prescription = {
          medications: rows.map(({ medication }) => medication),
          diagnosis: sent.diagnosis || joinedDiagnoses(sent.diagnoses ?? []),
          additionalInstructions,
          isConfidential,
        };
        onPlanned({
          prescription: rows.length > 0 ? prescription : null,
          requests,
          isConfidential,
        });
      } else onClose();
      onSaved?.({ followUpDate: typed.followUpDate ?? null });
    } catch (error) {
      if (!isApiError(error)) throw error;
      const [refused] = Object.keys(error.fields);
      const mayFocus = mayMoveFocus(form);
      // The field must be rendered before it can get the focus.
      if (refused && mayFocus) flushSync(() => setStep(stepOfField(refused)));
      applyServerFields(form, error, { mayFocus });
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title={patient.data?.patientName ?? "New Consultation"}
      description={
        patient.data && (
          <PatientLine
            patient={patient.data}
            visit={intake.visit}
            alerts={alerts}
            hasStrip={strip !== undefined}
          />
        )
      }
      size="visit"
      head={<span className="whitespace-nowrap">{`Step ${step + 1} of ${count}`}</span>}
      patient={
        <>
          {strip}
          <WizardSteps
            label="New Consultation"
            steps={consultationSteps}
            current={step}
            reached={last}
            onStep={(target) => void goTo(target)}
            progress={Math.round((step / count) * 100)}
            className="px-4 pt-2.5 pb-1 md:px-5"
          />
        </>
      }
      bodyClassName="p-0! min-[1100px]:grid min-[1100px]:grid-cols-[minmax(0,1fr)_18rem] min-[1100px]:grid-rows-[minmax(0,1fr)] min-[1100px]:overflow-hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (step < last) void goTo(step + 1);
        else void save(event);
      }}
      mayClose={() => !send.isPending && mayClose()}
      foot={
        <WizardFoot
          current={step}
          count={count}
          onPrevious={() => setStep(step - 1)}
          busy={send.isPending}
          note={
            !phone && (
              <>
                <DraftKept at={draft.keptAt} />
                {step === last && (
                  <ConfidentialBox {...form.register("isConfidential")} className="text-ink" />
                )}
              </>
            )
          }
          first={<Button onClick={closing(onClose)}>Cancel</Button>}
          final={
            <Button type="submit" variant="primary" busy={send.isPending} busyLabel="Saving...">
              Save Consultation
            </Button>
          }
        />
      }
    >
      <div
        ref={body}
        className="grid content-start gap-3.5 px-4 py-2.5 short:pb-24 md:px-5 min-[1100px]:min-h-0 min-[1100px]:overflow-y-auto min-[1100px]:overscroll-contain"
      >
        <DraftOffer draft={draft} />
        {patient.data && step === 0 && tools.buttons}
        {patient.data && step === 0 && !seenBy.isSigner && (
          <PaperDoctorField
            doctor={seenBy}
            error={form.formState.errors.practitionerId?.message}
            onChoose={(practitionerId) => {
              form.clearErrors("practitionerId");
              form.setValue("practitionerId", practitionerId, { shouldDirty: true });
            }}
          />
        )}
        {!patient.data ? (
          <PatientPending patient={patient} />
        ) : step === 0 ? (
          <ComplaintStep
            form={form}
            deskComplaint={intake.deskComplaint}
            copiedFrom={tools.copiedFrom}
            example={tools.example}
          />
        ) : step === 1 ? (
          <VisitVitalSigns
            patient={patient.data}
            intake={intake}
            register={(sign) => form.register(`vitalSigns.${sign}`)}
            errors={form.formState.errors.vitalSigns}
            values={form.watch("vitalSigns")}
            was={before.was}
            wasOn={before.wasOn}
            pregnancy={pregnancy}
          />
        ) : (
          <TreatmentStep
            form={form}
            diagnoses={form.watch("diagnoses")}
            diagnosis={form.watch("diagnosis") ?? ""}
            followUpDate={form.watch("followUpDate") ?? ""}
            plan={plan}
            copiedFrom={tools.copiedFrom}
            appointment={appointment}
            hasConfidential={phone}
          />
        )}
      </div>
      {patient.data && (
        <LastVisit
          patientId={patientId}
          visit={tools.last}
          texts={tools.texts}
          pressures={step === 1 ? before.pressures : undefined}
        />
      )}
      {tools.dialog}
      {unfilled.question}
      {question}
    </Dialog>
  );
}
