import { useWatch } from "react-hook-form";
import { ageSex } from "#shared/clinical/age.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { formatMoney, parseMoney } from "#shared/formats/money.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { AdmissionNoField } from "./AdmissionNoField.tsx";
import { AgeAndBirthday } from "./AgeAndBirthday.tsx";
import { CustomFieldInputs } from "./CustomFieldInputs.tsx";
import { DuplicateWarning } from "./DuplicateWarning.tsx";
import { HospitalField } from "./HospitalField.tsx";
import {
  AllergiesField,
  DetailFields,
  LongField,
  PaymentFields,
  RoomAndDay,
  SexField,
  TextField,
} from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

type StepProps = { form: PatientForm; onEdit: () => void };

export function PatientStep({
  form,
  free,
  onTaken,
  onOpenPatient,
}: {
  form: PatientForm;
  free: string | null;
  onTaken: () => void;
  onOpenPatient?: ((patientId: number) => void) | undefined;
}) {
  return (
    <>
      <AdmissionNoField form={form} free={free} onTaken={onTaken} />
      <TextField
        form={form}
        name="patientName"
        required
        autoFocus
        placeholder="Last Name, First Name Middle"
      />
      <div className="grid gap-4 md:grid-cols-3">
        <AgeAndBirthday form={form} required />
        <SexField form={form} />
      </div>
      <DetailFields form={form} optional />
      <DuplicateWarning form={form} onOpen={onOpenPatient} />
      <CustomFieldInputs form={form} />
    </>
  );
}

export function HospitalStep({ form, onEdit }: StepProps) {
  return (
    <>
      <WhoItIs form={form} onEdit={onEdit} />
      <HospitalField form={form} list="wizard" />
      <RoomAndDay form={form} optional />
      <TextField form={form} name="physicianInCharge" optional />
      <Registers />
    </>
  );
}

export function MedicalStep({ form, onEdit }: StepProps) {
  return (
    <>
      <WhoItIs form={form} onEdit={onEdit} />
      <LongField form={form} name="chiefComplaint" />
      <LongField form={form} name="preopDiagnosis" />
      <LongField form={form} name="surgicalProcedure" />
      <LongField form={form} name="postopDiagnosis" />
      <AllergiesField form={form} />
    </>
  );
}

export function PaymentStep({ form, onEdit }: StepProps) {
  return (
    <>
      <WhoItIs form={form} onEdit={onEdit} />
      <PaymentFields form={form} />
      <TextField form={form} name="referringPhysician" optional />
      <LongField form={form} name="remarks" />
      <Review form={form} />
    </>
  );
}

const Registers = () => (
  <NoteBox tone="info">
    This patient will be registered as <b className="font-strong">Admitted</b>.
  </NoteBox>
);

/** A summary before the last button. */
function Review({ form }: { form: PatientForm }) {
  const { name, age } = useIdentity(form);
  const [hospital, room, amount, status] = useWatch({
    control: form.control,
    name: ["hospital", "roomNumber", "amount", "paymentStatus"],
  });
  const pesos = parseMoney(String(amount ?? ""));
  return (
    <section aria-label="Review" className="grid gap-3 rounded-md border border-line bg-paper p-4">
      <h3 className="font-strong">Review</h3>
      <ChartList
        lines={[
          { label: "Name", value: <span className="font-strong">{name}</span> },
          { label: "Age / Sex", value: age },
          { label: "Hospital", value: hospital },
          { label: "Room", value: room },
          { label: "Payment", value: pesos === null ? status : `${formatMoney(pesos)}, ${status}` },
        ]}
      />
      <Registers />
    </section>
  );
}

/** The patient's name, on every step after the first. */
function WhoItIs({ form, onEdit }: StepProps) {
  const { name, age, number, phone } = useIdentity(form);
  return (
    <div className="flex items-center gap-3 rounded-md bg-paper px-3 py-2.5">
      <Initials name={name} of="patient" size={32} />
      <div className="min-w-0 flex-1">
        <p className="font-strong text-balance wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2 tabular-nums">{[age, number, phone].filter(Boolean).join(" · ")}</p>
      </div>
      <Button variant="ghost" size="sm" onClick={onEdit}>
        Edit
      </Button>
    </div>
  );
}

function useIdentity(form: PatientForm) {
  const today = useToday();
  const [name, age, birthday, sex, number, phone] = useWatch({
    control: form.control,
    name: ["patientName", "age", "birthday", "sex", "admissionNo", "contactNumber"],
  });
  return {
    name: name ?? "",
    age: sex
      ? ageSex(
          { age: Number(age) || null, birthday: birthday && isCalendarDay(birthday) ? birthday : null, sex },
          today,
        )
      : "",
    number,
    phone: phone ? formatPhone(phone) : "",
  };
}
