import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import type { FormField } from "#features/patients/patient-fields.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { WizardFoot, WizardSteps } from "#web/ui/frame/Wizard.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import type { AddPatientProps } from "./AddPatientDialog.tsx";
import { HospitalStep, MedicalStep, PatientStep, PaymentStep } from "./AddPatientSteps.tsx";
import { useNextAdmissionNumber } from "./AdmissionNoField.tsx";
import { WhenFieldsAreKnown } from "./CustomFieldInputs.tsx";
import { keyedValues } from "./custom-field-values.ts";
import { FormProblems } from "./FormNotes.tsx";
import { lastHospital } from "./last-hospital.ts";
import { namesIn } from "./names-in.ts";
import { blankPatient, type PatientForm, wizardDraft } from "./patient-form.ts";
import { useAddPatient } from "./use-add-patient.ts";
import { useCustomFields } from "./use-custom-fields.ts";

const steps = [
  { id: "patient", label: "Patient Information" },
  { id: "hospital", label: "Hospital Details" },
  { id: "medical", label: "Medical Information" },
  { id: "payment", label: "Payment & Final" },
] as const;
const last = steps.length - 1;

/** Add a patient in four steps. It registers an admission: the status is always Admitted. */
export const AddPatientWizard = (props: AddPatientProps) =>
  props.open ? (
    <WhenFieldsAreKnown>
      <OpenWizard {...props} />
    </WhenFieldsAreKnown>
  ) : null;

function OpenWizard({ onClose, onAdded, onSwitch, onOpenPatient }: AddPatientProps) {
  const { used } = useCustomFields();
  const form: PatientForm = useZodForm(
    useMemo(() => wizardDraft(used), [used]),
    {
      defaultValues: { ...blankPatient, hospital: lastHospital(), customFields: keyedValues(used) },
    },
  );
  useNextAdmissionNumber(form);
  const { current, reached, go, show } = useSteps(form);
  const draft = useDraft(form, { form: "add-patient-steps", also: current, onRestored: show });
  const { save, isSaving, free, clearFreeNumber } = useAddPatient(form, onAdded, draft);
  const { mayClose, closing, question } = useDiscardQuestion(form.formState.isDirty, undefined, draft.forget);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (current < last) void go(current + 1);
    else
      void form.handleSubmit(
        async (draft) => {
          const refused = await save({ ...draft, admissionStatus: "Admitted" });
          // The server may refuse a field of an earlier step.
          const wrong = stepOf(refused[0]);
          if (wrong !== undefined) await go(wrong);
        },
        (errors) => void go(stepOf(Object.keys(errors)[0]) ?? last),
      )(event);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSaving && mayClose()}
      title="Add Patient"
      description={`Step ${current + 1} of ${steps.length}`}
      size="lg"
      onSubmit={submit}
      head={
        onSwitch && (
          <Button variant="link" onClick={closing(onSwitch)}>
            All in one form
          </Button>
        )
      }
      patient={
        <WizardSteps
          label="Add Patient"
          steps={steps}
          current={current}
          reached={reached}
          onStep={(index) => void go(index)}
          className="px-4 pb-3 md:px-5"
        />
      }
      foot={
        <WizardFoot
          current={current}
          count={steps.length}
          onPrevious={() => void go(current - 1)}
          previousLabel="Previous"
          nextLabel="Next"
          busy={isSaving}
          first={<Button disabled>Previous</Button>}
          final={
            <Button
              type="submit"
              variant="primary"
              busy={isSaving}
              busyLabel="Adding Patient..."
              className="max-md:flex-1"
            >
              Add Patient
            </Button>
          }
        />
      }
    >
      <DraftOffer draft={draft} />
      <FormProblems form={form} />
      {/* Every step stays mounted, so that nothing typed is lost. */}
      {steps.map(({ id, label }, index) => (
        <fieldset key={id} hidden={index !== current} className="grid min-w-0 gap-4" data-step={id}>
          <legend className="sr-only">{label}</legend>
          {id === "patient" && <PatientStep {...{ form, free, onOpenPatient }} onTaken={clearFreeNumber} />}
          {id === "hospital" && <HospitalStep form={form} onEdit={() => void go(0)} />}
          {id === "medical" && <MedicalStep form={form} onEdit={() => void go(0)} />}
          {id === "payment" && <PaymentStep form={form} onEdit={() => void go(0)} />}
        </fieldset>
      ))}
      {question}
    </Dialog>
  );
}

type StepId = (typeof steps)[number]["id"];
const stepElement = (id: StepId | undefined) => document.querySelector(`[data-step="${id}"]`);

/** The step that contains a field; an error of `customFields` belongs to one of the fields below that name. */
const stepOf = (field: string | undefined): number | undefined => {
  if (field === undefined) return undefined;
  const index = steps.findIndex(({ id }) =>
    namesIn(stepElement(id)).some((name) => name === field || name.startsWith(`${field}.`)),
  );
  return index < 0 ? undefined : index;
};

/** Back is always possible; forward only past valid steps. */
function useSteps(form: PatientForm) {
  const [current, setCurrent] = useState(0);
  const [reached, setReached] = useState(0);
  const isFirst = useRef(true);

  const go = async (wanted: number) => {
    let at = Math.min(current, wanted);
    while (at < wanted && (await isValid(at))) at += 1;
    setCurrent(at);
    setReached((before) => (at < wanted ? at : Math.max(before, at)));
  };
  const isValid = (step: number) =>
    form.trigger(namesIn(stepElement(steps[step]?.id)) as FormField[], { shouldFocus: step === current });
  useEffect(() => {
    if (!isFirst.current) focusStep(steps[current]?.id);
    isFirst.current = false;
  }, [current]);
  const show = (stored: unknown) => {
    const step = steps.findIndex((_, index) => index === stored);
    if (step < 0) return;
    setCurrent(step);
    setReached((before) => Math.max(before, step));
  };
  return { current, reached, go, show };
}

/** The first invalid field of the step, else its first field. */
function focusStep(id: StepId | undefined) {
  const step = stepElement(id);
  const field =
    step?.querySelector<HTMLElement>("[aria-invalid=true]") ??
    step?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
  field?.focus();
}
