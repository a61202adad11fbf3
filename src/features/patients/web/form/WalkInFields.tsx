import { useFormState, useWatch } from "react-hook-form";
import { listPlaces } from "#features/places/contract.ts";
import { visitPriorities, visitPriorityLabels } from "#shared/clinical/visit-states.ts";
import { useCall } from "#web/data/calls.ts";
import { useDoctors } from "#web/hooks/use-doctors.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { AgeAndBirthday } from "./AgeAndBirthday.tsx";
import { CustomFieldInputs } from "./CustomFieldInputs.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { Pair, problemOf, SexField, TextField } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";
import type { QueueEntryForm } from "./queue-entry.ts";

/** The fields of a walk-in. */
export function WalkInFields({
  form,
  entry,
  onOpenPatient,
  onUse,
  onAdmit,
}: {
  form: PatientForm;
  entry: QueueEntryForm;
  onOpenPatient?: ((patientId: number) => void) | undefined;
  onUse: (patientId: number) => void;
  /** Switches to the fields of an admission. Missing where only walk-ins are added. */
  onAdmit?: (() => void) | undefined;
}) {
  return (
    <div className="grid gap-4">
      <TextField
        form={form}
        name="patientName"
        required
        autoFocus
        placeholder="Last Name, First Name Middle"
      />
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-[minmax(0,1fr)_7rem_10rem]">
        <AgeAndBirthday form={form} birthdayFirst />
        <SexField form={form} />
      </div>
      <DuplicateWarning form={form} onOpen={onOpenPatient} onUse={onUse} />
      <Pair>
        <Field label="Contact number" error={problemOf(form, "contactNumber")}>
          <PhoneInput {...form.register("contactNumber")} />
        </Field>
        <TextField form={form} name="address" />
      </Pair>
      <TextField form={form} name="chiefComplaint" maxLength={500} />
      <CustomFieldInputs form={form} />
      <Pair>
        <Field label="Priority">
          <Select
            options={[
              { value: "", label: "By age" },
              ...visitPriorities.map((value) => ({ value, label: visitPriorityLabels[value] })),
            ]}
            {...entry.register("priority")}
          />
        </Field>
        <PlaceField entry={entry} />
        <DoctorField entry={entry} />
      </Pair>
      {onAdmit && (
        <Button variant="link" onClick={onAdmit} className="justify-self-start">
          Register as Admitted
        </Button>
      )}
    </div>
  );
}

/** Only where several practise. */
function DoctorField({ entry }: { entry: QueueEntryForm }) {
  const doctors = useDoctors()?.all;
  const { errors } = useFormState({ control: entry.control, name: "practitionerId" });
  if (!doctors) return null;
  return (
    <Field label="Doctor" required error={errors.practitionerId?.message}>
      <Select
        options={[
          { value: "", label: "Choose the doctor" },
          ...doctors.map(({ id, name, letter }) => ({ value: String(id), label: `${letter} · ${name}` })),
        ]}
        {...entry.register("practitionerId")}
      />
    </Field>
  );
}

/** Only when there are several. */
function PlaceField({ entry }: { entry: QueueEntryForm }) {
  const places = (useCall(listPlaces, {}).data ?? []).filter(({ isActive }) => isActive);
  const chosen = useWatch({ control: entry.control, name: "placeId" });
  if (places.length < 2) return null;
  return (
    <Field label="Place">
      <Select
        value={chosen || String(places[0]?.id)}
        onChange={(event) => entry.setValue("placeId", event.target.value, { shouldDirty: true })}
        options={places.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </Field>
  );
}
