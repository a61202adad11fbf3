import * as z from "zod/mini";
import type { Appointment } from "#features/appointments/contract.ts";
import { addWalkIn, WalkIn } from "#features/visits/contract.ts";
import { visitPriorities, visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import type { TypedPatient } from "./typed-patient.ts";

const fields = WalkIn.shape;

/** Empty fields are empty texts; `priority` is empty to have it proposed from the age. */
const WalkInForm = z.object({
  patientName: fields.patientName,
  sex: fields.sex,
  birthday: z.nonoptional(fields.birthday),
  age: z.nonoptional(fields.age),
  contactNumber: z.nonoptional(fields.contactNumber),
  address: z.nonoptional(fields.address),
  reason: z.nonoptional(fields.reason),
  priority: z.enum(["", ...visitPriorities]),
});

/** Registers somebody who is here for the first time, and puts them in the queue. */
export function NewWalkIn({
  typed: { name, age, sex },
  placeId,
  appointment,
  onClose,
}: {
  typed: TypedPatient;
  placeId: number | undefined;
  appointment: Appointment | null;
  onClose: () => void;
}) {
  const form = useZodForm(WalkInForm, {
    defaultValues: {
      patientName: name,
      birthday: "",
      age,
      ...(sex && { sex }),
      contactNumber: appointment?.contactNumber ?? "",
      address: "",
      reason: appointment?.reason ?? "",
      priority: "",
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { form: "walk-in" });
  const discard = useDiscardQuestion(isDirty, undefined, draft.forget);
  const today = useToday();
  const add = useEndpointMutation(addWalkIn, {
    done: (visit) => ({
      title: `Number ${visit.number}`,
      description: `${visit.patientName} is registered and in the queue.`,
    }),
    failed: { title: "Error", fallback: "Failed to add the walk-in" },
    act: draft.act,
  });
  const save = async ({ priority, ...typed }: z.output<typeof WalkInForm>) => {
    try {
      await add.mutateAsync({
        body: {
          ...typed,
          ...(priority && { priority }),
          ...(placeId && { placeId }),
          ...(appointment && { appointmentId: appointment.id }),
        },
      });
      draft.forget();
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Walk-in"
      description="Registers an outpatient and gives out the next number."
      mayClose={() => !isSubmitting && discard.mayClose()}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={discard.closing(onClose)} isSending={isSubmitting} save="Add to Queue" />}
      bodyClassName="grid content-start gap-4"
    >
      <DraftOffer draft={draft} />
      <Field label="Patient name" required error={errors.patientName?.message}>
        <TextInput
          placeholder="Surname, First name Middle name"
          maxLength={255}
          autoComplete="off"
          {...form.register("patientName")}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-[minmax(0,1fr)_6rem_9rem]">
        <Field label="Birthday" error={errors.birthday?.message} className="max-md:col-span-2">
          <DateInput max={today} {...form.register("birthday")} />
        </Field>
        <Field label="or Age" error={errors.age?.message}>
          <TextInput inputMode="numeric" maxLength={5} autoComplete="off" {...form.register("age")} />
        </Field>
        <Field label="Sex" required error={errors.sex?.message}>
          <Select
            placeholder="Choose"
            options={[
              { value: "F", label: "Female" },
              { value: "M", label: "Male" },
            ]}
            {...form.register("sex")}
          />
        </Field>
      </div>
      <Field label="Reason for the visit" error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
      <div className="grid items-start gap-3 md:grid-cols-2">
        <Field label="Contact number" optional error={errors.contactNumber?.message}>
          <PhoneInput {...form.register("contactNumber")} />
        </Field>
        <Field label="Priority" error={errors.priority?.message}>
          <Select
            options={[
              { value: "", label: "By age" },
              ...visitPriorities.map((value) => ({ value, label: visitPriorityLabels[value] })),
            ]}
            {...form.register("priority")}
          />
        </Field>
      </div>
      <Field label="Address" optional error={errors.address?.message}>
        <TextInput maxLength={1000} autoComplete="off" {...form.register("address")} />
      </Field>
      {discard.question}
    </Dialog>
  );
}
