import { Suspense, useState } from "react";
import * as z from "zod/mini";
import { type Contact, changeContacts, type Household } from "#features/households/contract.ts";
import { mayHaveGuardian } from "#features/households/rules.ts";
import type { Patient } from "#features/patients/contract.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { Choosing } from "./choosing.ts";

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
  const [linkedId, setLinkedId] = useState(family.guardian?.patientId ?? null);
  const [linkProblem, setLinkProblem] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const isRelinked = linkedId !== (family.guardian?.patientId ?? null);
  const isChild = mayHaveGuardian(patient, today);
  const { form, errors, dialog } = useFormDialog(changeContacts, Form, {
    defaultValues: {
      kin: typed(family.nextOfKin),
      guardian: typed(family.guardian),
    },
    draft: {
      form: "contacts",
      record: patient.id,
      also: linkedId,
      isDirty: isRelinked,
      onRestored: (stored) => setLinkedId(stored as number | null),
    },
    check: ({ guardian: { name, relation, phone } }): boolean => {
      if (!isChild || linkedId !== null || name || (!relation && !phone)) return true;
      form.setError("guardian.name", { message: nameFirst }, { shouldFocus: true });
      return false;
    },
    request: ({ kin, guardian: { name, ...rest } }, _, dirtyFields) => {
      const { relation } = rest;
      // A linked patient's phone comes from the record.
      const guardian =
        linkedId !== null ? { relation, patientId: linkedId } : name ? { ...rest, name } : null;
      return {
        params: { id: String(patient.id) },
        body: {
          // What was not touched is not sent: somebody else may have changed it meanwhile.
          ...(dirtyFields.kin && { nextOfKin: kin.name ? { ...kin, name: kin.name } : null }),
          // A guardian of a patient who is now an adult can only be removed.
          ...((dirtyFields.guardian || isRelinked) && (isChild || !guardian) && { guardian }),
        },
      };
    },
    done: "Contacts saved",
    failed: "Failed to save the contacts",
    onRefused: (left) => setLinkProblem(left["guardian.patientId"]),
    onClose,
  });
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
    <FormDialog
      {...dialog}
      title="Next of Kin and Guardian"
      patient={<DialogPatient patient={patient} />}
      save="Save"
      className="grid gap-5"
    >
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
    </FormDialog>
  );
}

function LinkedName({ id }: { id: number }) {
  const patient = usePatient(id).data;
  return <b className="min-w-0 font-medium wrap-anywhere">{patient?.patientName ?? "…"}</b>;
}
