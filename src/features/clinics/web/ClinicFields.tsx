import { Section } from "#web/ui/frame/Section.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { GeneralForm } from "./general-form.ts";
import { SubdomainInput } from "./SubdomainInput.tsx";

/** The clinic, as it heads the screens and every printed prescription. */
export function ClinicFields({ form }: { form: GeneralForm }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Section title="Clinic">
      <div className="grid gap-4">
        <Field label="Clinic name" required error={errors.name?.message}>
          <TextInput {...register("name")} autoComplete="organization" />
        </Field>
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
          <Field label="Phone" error={errors.phone?.message}>
            <TextInput
              {...register("phone")}
              type="tel"
              autoComplete="tel"
              placeholder="+63 917 123 4567"
              className="tabular-nums"
            />
          </Field>
          <Field label="Email" error={errors.email?.message}>
            <TextInput {...register("email")} type="email" autoComplete="email" />
          </Field>
          <Field
            label="Bed capacity"
            required
            error={errors.bedCapacity?.message}
            hint="Number of beds used to calculate Bed Occupancy."
          >
            <TextInput
              {...register("bedCapacity")}
              inputMode="numeric"
              maxLength={7}
              autoComplete="off"
              className="tabular-nums"
            />
          </Field>
        </div>
      </div>
    </Section>
  );
}
