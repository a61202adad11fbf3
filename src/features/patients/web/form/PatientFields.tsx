import { type ReactNode, useRef } from "react";
import { useWatch } from "react-hook-form";
import { admissionStatuses, paymentStatuses, yesNo } from "#features/patients/contract.ts";
import {
  type DetailField,
  type FormField,
  fieldLabel,
  fieldsWhere,
  patientField,
} from "#features/patients/patient-fields.ts";
import { phic } from "#shared/terms.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { PatientForm } from "./patient-form.ts";

type Placed = { form: PatientForm; className?: string; autoFocus?: boolean };

export const problemOf = (form: PatientForm, name: FormField): string | undefined =>
  form.formState.errors[name]?.message;

export const focusFirst = (isFirst: boolean | undefined) => (isFirst ? { "data-autofocus": "" } : {});

/** One line of text. */
export function TextField({
  form,
  name,
  label = fieldLabel(name),
  required,
  optional,
  hint,
  autoFocus,
  className,
  maxLength = patientField(name).max,
  ...input
}: Placed & {
  name: FormField;
  label?: string | undefined;
  required?: boolean;
  optional?: boolean;
  hint?: ReactNode;
  placeholder?: string;
  maxLength?: number | undefined;
}) {
  return (
    <Field
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={problemOf(form, name)}
      className={className}
    >
      <TextInput
        autoComplete="off"
        maxLength={maxLength}
        {...input}
        {...focusFirst(autoFocus)}
        {...form.register(name)}
      />
    </Field>
  );
}

/** Several lines of text. */
export function LongField({
  form,
  name,
  rows = 2,
  hint,
  hideLabel,
  className,
}: Placed & { name: FormField; rows?: number; hint?: ReactNode; hideLabel?: boolean }) {
  return (
    <Field
      label={fieldLabel(name)}
      hint={hint}
      hideLabel={hideLabel}
      error={problemOf(form, name)}
      className={className}
    >
      <TextArea rows={rows} {...form.register(name)} />
    </Field>
  );
}

export function ChoiceField({
  form,
  name,
  options,
  hint,
  className,
}: Placed & { name: FormField; options: readonly string[]; hint?: string }) {
  return (
    <Field label={fieldLabel(name)} error={problemOf(form, name)} hint={hint} className={className}>
      <Select options={options} {...form.register(name)} />
    </Field>
  );
}

export function SexField({
  form,
  isKnown = false,
}: {
  form: PatientForm;
  /** Without an empty choice. */
  isKnown?: boolean;
}) {
  return (
    <Field label="Sex" required error={problemOf(form, "sex")}>
      <Select
        {...(!isKnown && { placeholder: "Select sex" })}
        options={[
          { value: "M", label: "Male" },
          { value: "F", label: "Female" },
        ]}
        {...form.register("sex")}
      />
    </Field>
  );
}

const details = fieldsWhere<DetailField>(({ detail }) => detail !== undefined);

/** Contact data, and the numbers of the patient's cards. */
export const DetailFields = ({ form, optional = false }: { form: PatientForm; optional?: boolean }) => (
  <Pair>
    {details.map((name) => (
      <DetailInput key={name} {...{ form, name, optional }} />
    ))}
  </Pair>
);

function DetailInput({ form, name, optional }: { form: PatientForm; name: DetailField; optional: boolean }) {
  const { type, max, detail } = patientField(name);
  const own = { ...form.register(name), autoComplete: "off", placeholder: detail?.placeholder };
  return (
    <Field label={fieldLabel(name)} optional={optional} error={problemOf(form, name)}>
      {type === "phone" && <PhoneInput {...own} />}
      {type === "email" && <TextInput {...own} inputMode="email" maxLength={max} />}
      {type === "line" && <TextInput {...own} inputMode={detail?.inputMode} maxLength={max} />}
      {type === "text" && <TextArea rows={2} {...own} />}
    </Field>
  );
}

/** Allergies: empty means "not recorded", which differs from none. */
export const AllergiesField = ({ form }: { form: PatientForm }) => (
  <TextField
    form={form}
    name="allergies"
    hint="Enter “No known allergies” if the patient confirmed it. Recorded allergies are changed on the record, not here."
  />
);

/** Room and day of admission belong to an admission: cleared and disabled with any other status. */
export function StayFields({ form }: { form: PatientForm }) {
  const status = useWatch({ control: form.control, name: "admissionStatus" });
  const isAdmitted = status === "Admitted";
  // Returning to Admitted restores what was typed.
  const left = useRef({ roomNumber: "", dateOfAdmission: "" });
  const registered = form.register("admissionStatus", {
    onChange: (event: { target: { value: string } }) => {
      const dirty = { shouldDirty: true, shouldValidate: true };
      if (event.target.value !== "Discharged" && form.getValues("dateOfDischarge"))
        form.setValue("dateOfDischarge", "", dirty);
      if (event.target.value === "Admitted") {
        form.setValue("roomNumber", left.current.roomNumber, dirty);
        form.setValue("dateOfAdmission", left.current.dateOfAdmission, dirty);
        return;
      }
      const { roomNumber, dateOfAdmission } = form.getValues();
      if (roomNumber || dateOfAdmission)
        left.current = { roomNumber: roomNumber ?? "", dateOfAdmission: dateOfAdmission ?? "" };
      form.setValue("roomNumber", "", dirty);
      form.setValue("dateOfAdmission", "", dirty);
    },
  });
  return (
    <>
      <Field label="Admission status" error={problemOf(form, "admissionStatus")}>
        <Select options={admissionStatuses} {...registered} />
      </Field>
      <RoomAndDay form={form} disabled={!isAdmitted} />
      <DischargeDay form={form} disabled={status !== "Discharged"} />
    </>
  );
}

/** Left empty, the patient leaves today. */
function DischargeDay({ form, disabled }: { form: PatientForm; disabled: boolean }) {
  const today = useToday();
  const birthday = useWatch({ control: form.control, name: "birthday" });
  return (
    <Field
      label="Date of discharge"
      hint={disabled ? undefined : "If it was not today."}
      error={problemOf(form, "dateOfDischarge")}
    >
      <DateInput
        {...form.register("dateOfDischarge")}
        {...dateBounds("discharge", { today, birthday })}
        disabled={disabled}
        echoNote={(day) => (day === today ? "today" : undefined)}
      />
    </Field>
  );
}

export function RoomAndDay({
  form,
  disabled = false,
  optional = false,
}: {
  form: PatientForm;
  disabled?: boolean;
  optional?: boolean;
}) {
  const today = useToday();
  const birthday = useWatch({ control: form.control, name: "birthday" });
  return (
    <Pair>
      <Field label="Room number" optional={optional} error={problemOf(form, "roomNumber")}>
        <TextInput autoComplete="off" {...form.register("roomNumber")} disabled={disabled} />
      </Field>
      <Field label="Date of admission" optional={optional} error={problemOf(form, "dateOfAdmission")}>
        <DateInput
          {...form.register("dateOfAdmission")}
          {...dateBounds("admission", { today, birthday })}
          disabled={disabled}
          echoNote={(day) => (day === today ? "today" : undefined)}
        />
      </Field>
    </Pair>
  );
}

export function PaymentFields({
  form,
  billNumber,
}: {
  form: PatientForm;
  /** Of the bill that the amount comes from. */
  billNumber?: string | undefined;
}) {
  return (
    <>
      {/* Status and amount of a patient with bills come from the bills. */}
      <fieldset disabled={billNumber !== undefined} className="contents">
        <Pair>
          <ChoiceField form={form} name="paymentStatus" options={paymentStatuses} />
          <Field
            label="Amount"
            hint={billNumber && `On bill ${billNumber}. Take payments under Bills and Payments.`}
            error={problemOf(form, "amount")}
          >
            <MoneyInput {...form.register("amount")} />
          </Field>
        </Pair>
      </fieldset>
      <ChoiceField form={form} name="phicPayment" options={yesNo} hint={phic} />
    </>
  );
}

/** Related fields, two side by side; an odd one at the end has the whole line. Stacked on phones. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-2">{children}</div>
  );
}

/** A section of a long form, separated by a hairline. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="contents">
        <span className="text-lg font-strong tracking-snug">{title}</span>
      </legend>
      {children}
    </fieldset>
  );
}
