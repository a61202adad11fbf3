import { type FormEvent, Suspense, useState } from "react";
import * as z from "zod/mini";
import { type Contact, changeContacts, type Household } from "#features/households/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { ageInMonths } from "#shared/clinical/age.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import type { Choosing } from "./choosing.ts";

const ADULT_MONTHS = 18 * 12;

const nameFirst = "Enter a name first";
const fields = { name: optionalLine(255), relation: optionalLine(60), phone: optionalLine(50) };
const Person = z.object(fields).check(
  z.refine(({ name, relation, phone }) => Boolean(name) || (!relation && !phone), {
    error: nameFirst,
    path: ["name"],
  }),
);
const Form = z.object({ kin: Person, guardian: z.object(fields) });

const typed = (contact: Contact | null) => ({
  name: contact?.name ?? "",
  relation: contact?.relation ?? "",
  phone: contact?.phone ?? "",
});

/**
 * Next of kin, and for a patient under 18 the guardian: typed, or a patient of the clinic. An empty name removes one.
 */
export function ContactsDialog({
  patient,
  family,
  choosing,
  onClose,
}: {
  patient: Patient;
  family: Household;
  choosing: Choosing;
  onClose: () => void;
}) {
  const today = useToday();
  const form = useZodForm(Form, {
    defaultValues: {
      kin: typed(family.nextOfKin),
      guardian: typed(family.guardian),
    },
  });
  const [linkedId, setLinkedId] = useState(family.guardian?.patientId ?? null);
  const [linkProblem, setLinkProblem] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const { errors, isDirty, dirtyFields, isSubmitting } = form.formState;
  const isRelinked = linkedId !== (family.guardian?.patientId ?? null);
  const draft = useDraft(form, {
    form: "contacts",
    record: patient.id,
    also: linkedId,
    isDirty: isRelinked,
    onRestored: (kept) => setLinkedId(kept as number | null),
  });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty || isRelinked, undefined, draft.forget);
  const isChild = (ageInMonths(patient, today) ?? 0) < ADULT_MONTHS;
  const change = useEndpointMutation(changeContacts, {
    done: () => "Contacts saved",
    failed: { title: "Error", fallback: "Failed to save the contacts" },
  });
  const save = async ({ kin, guardian: { name, ...rest } }: z.output<typeof Form>) => {
    const { relation } = rest;
    // A linked patient's phone comes from the record.
    const guardian = linkedId !== null ? { relation, patientId: linkedId } : name ? { ...rest, name } : null;
    if (isChild && !guardian && (relation || rest.phone)) {
      form.setError("guardian.name", { message: nameFirst }, { shouldFocus: true });
      return;
    }
    try {
      await change.mutateAsync({
        params: { id: String(patient.id) },
        body: {
          // What was not touched is not sent: somebody else may have changed it meanwhile.
          ...(dirtyFields.kin && { nextOfKin: kin.name ? { ...kin, name: kin.name } : null }),
          // A guardian of a patient who is now an adult can only be removed.
          ...((dirtyFields.guardian || isRelinked) && (isChild || !guardian) && { guardian }),
        },
      });
      draft.forget();
      onClose();
    } catch (error) {
      if (isApiError(error)) setLinkProblem(applyServerFields(form, error)["guardian.patientId"]);
    }
  };
  const person = (of: "kin" | "guardian") => (
    <>
      <Field label="Relation" optional error={errors[of]?.relation?.message}>
        <TextInput maxLength={60} autoComplete="off" {...form.register(`${of}.relation`)} />
      </Field>
      {(of === "kin" || linkedId === null) && (
        <Field label="Phone" optional error={errors[of]?.phone?.message}>
          <PhoneInput autoComplete="off" {...form.register(`${of}.phone`)} />
        </Field>
      )}
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Next of Kin and Guardian"
      size="md"
      patient={<DialogPatient patient={patient} />}
      mayClose={() => !isSubmitting && mayClose()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={closing(onClose)} isSending={isSubmitting} save="Save" />}
    >
      <div className="grid gap-5">
        <DraftOffer draft={draft} />
        <fieldset className="grid gap-3.5">
          <legend className="mb-2 font-strong">Next of kin</legend>
          <Field label="Name" optional error={errors.kin?.name?.message}>
            <TextInput maxLength={255} autoComplete="off" {...form.register("kin.name")} />
          </Field>
          {person("kin")}
        </fieldset>
        {(isChild || family.guardian) && (
          <fieldset className="grid gap-3.5">
            <legend className="mb-2 font-strong">Guardian</legend>
            {linkedId === null ? (
              <>
                <Field label="Name" optional error={errors.guardian?.name?.message}>
                  <TextInput maxLength={255} autoComplete="off" {...form.register("guardian.name")} />
                </Field>
                {isChild && (
                  <Button size="sm" className="justify-self-start" onClick={() => setChoosing(true)}>
                    Choose a Patient
                  </Button>
                )}
              </>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                <LinkedName id={linkedId} />
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => {
                    setLinkedId(null);
                    setLinkProblem(undefined);
                    form.setValue("guardian", typed(null));
                  }}
                >
                  Remove
                </Button>
                {linkProblem && (
                  <div role="alert" className="basis-full">
                    <FieldError>{linkProblem}</FieldError>
                  </div>
                )}
              </div>
            )}
            {isChild && person("guardian")}
          </fieldset>
        )}
      </div>
      <Suspense fallback={null}>
        {isChoosing &&
          choosing({
            why: "The chosen patient is recorded as the guardian.",
            onChosen: (id) => {
              setChoosing(false);
              if (id !== patient.id) setLinkedId(id);
            },
            onClose: () => setChoosing(false),
          })}
      </Suspense>
      {question}
    </Dialog>
  );
}

function LinkedName({ id }: { id: number }) {
  const patient = usePatient(id).data;
  return <b className="min-w-0 font-medium wrap-anywhere">{patient?.patientName ?? "…"}</b>;
}
