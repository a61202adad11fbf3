import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { GeneralForm } from "./general-form.ts";

/** The doctor's data that new prescriptions print. */
export function DoctorFields({ form }: { form: GeneralForm }) {
  const { register, formState } = form;
  const { errors } = formState;
  const today = useToday();
  return (
    <Section title="Doctor on prescriptions">
      <p className="mb-4 text-sm text-ink-2">
        Pre-filled on new prescriptions and printed below the signature line. Saved ones stay as they are.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-6">
        <Field label="First name" className="md:col-span-3" error={errors.firstName?.message}>
          <TextInput {...register("firstName")} autoComplete="given-name" />
        </Field>
        <Field label="Last name" className="md:col-span-3" required error={errors.lastName?.message}>
          <TextInput {...register("lastName")} autoComplete="family-name" />
        </Field>
        <Field
          label="Credentials"
          className="md:col-span-6"
          error={errors.credentials?.message}
          hint="Printed after your name, like MD, FPCP."
        >
          <TextInput {...register("credentials")} maxLength={120} autoComplete="off" />
        </Field>
        <Field
          label="License number"
          className="md:col-span-3"
          required
          error={errors.licenseNumber?.message}
        >
          <TextInput
            {...register("licenseNumber")}
            autoComplete="off"
            inputMode="numeric"
            className="tabular-nums"
          />
        </Field>
        <Field label="Specialization" className="md:col-span-3" error={errors.specialization?.message}>
          <TextInput {...register("specialization")} autoComplete="off" />
        </Field>
        <Field
          label="PTR number"
          className="md:col-span-2"
          error={errors.ptrNumber?.message}
          hint="Pharmacies ask for it."
        >
          <TextInput {...register("ptrNumber")} autoComplete="off" className="tabular-nums" />
        </Field>
        <Field
          label="PTR year"
          className="md:col-span-2"
          error={errors.ptrYear?.message}
          hint="Renewed each January."
        >
          <TextInput
            {...register("ptrYear")}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field
          label="S2 number"
          className="md:col-span-2"
          error={errors.s2Number?.message}
          hint="For dangerous drugs."
        >
          <TextInput {...register("s2Number")} autoComplete="off" className="tabular-nums" />
        </Field>
        <Field
          label="Dangerous drugs on ordinary paper until"
          className="md:col-span-6"
          error={errors.triplicateUntil?.message}
          hint="Until this date, dangerous drugs print in triplicate on ordinary paper, where the rules allow it. Leave empty to require the DOH yellow form."
        >
          <DateInput {...register("triplicateUntil")} {...dateBounds("license", { today })} />
        </Field>
      </div>
    </Section>
  );
}
