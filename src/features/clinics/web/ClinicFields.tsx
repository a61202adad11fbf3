import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import type { GeneralForm } from "./general-form.ts";
import { SubdomainInput } from "./SubdomainInput.tsx";
import { fieldOf, TextField } from "./TextField.tsx";

/** The clinic, as it heads the screens and every printed prescription. */
export function ClinicFields({ form }: { form: GeneralForm }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Section title="Clinic">
      <div className="grid gap-4">
        <TextField {...fieldOf(form, "name")} label="Clinic name" required autoComplete="organization" />
        <Field
          label="Subdomain"
          required
          error={errors.subdomain?.message}
          hint="Lowercase letters, digits and hyphens. Must be unique."
        >
          <SubdomainInput {...register("subdomain")} />
        </Field>
        <Field
          label="Address"
          error={errors.address?.message}
          hint="Printed with the phone number in the prescription header."
        >
          <TextArea
            {...register("address")}
            rows={2}
            autoComplete="street-address"
            placeholder="Room, building, street, barangay, city"
          />
        </Field>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          <TextField
            {...fieldOf(form, "phone")}
            label="Phone"
            type="tel"
            autoComplete="tel"
            placeholder="+63 917 123 4567"
            isNumber
          />
          <TextField {...fieldOf(form, "email")} label="Email" type="email" autoComplete="email" />
          <TextField
            {...fieldOf(form, "bedCapacity")}
            label="Bed capacity"
            required
            hint="Number of beds used to calculate Bed Occupancy."
            inputMode="numeric"
            maxLength={7}
            autoComplete="off"
            isNumber
          />
        </div>
      </div>
    </Section>
  );
}
