import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import type { GeneralForm } from "./general-form.ts";
import { fieldOf, TextField } from "./TextField.tsx";

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
        <TextField
          {...fieldOf(form, "firstName")}
          label="First name"
          className="md:col-span-3"
          autoComplete="given-name"
        />
        <TextField
          {...fieldOf(form, "lastName")}
          label="Last name"
          className="md:col-span-3"
          required
          autoComplete="family-name"
        />
        <TextField
          {...fieldOf(form, "credentials")}
          label="Credentials"
          className="md:col-span-6"
          hint="Printed after your name, like MD, FPCP."
          maxLength={120}
          autoComplete="off"
        />
        <TextField
          {...fieldOf(form, "licenseNumber")}
          label="License number"
          className="md:col-span-3"
          required
          autoComplete="off"
          inputMode="numeric"
          isNumber
        />
        <TextField
          {...fieldOf(form, "specialization")}
          label="Specialization"
          className="md:col-span-3"
          autoComplete="off"
        />
        <TextField
          {...fieldOf(form, "ptrNumber")}
          label="PTR number"
          className="md:col-span-2"
          hint="Pharmacies ask for it."
          autoComplete="off"
          isNumber
        />
        <TextField
          {...fieldOf(form, "ptrYear")}
          label="PTR year"
          className="md:col-span-2"
          hint="Renewed each January."
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          isNumber
        />
        <TextField
          {...fieldOf(form, "s2Number")}
          label="S2 number"
          className="md:col-span-2"
          hint="For dangerous drugs."
          autoComplete="off"
          isNumber
        />
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
