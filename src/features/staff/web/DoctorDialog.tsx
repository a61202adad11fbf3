import { TriangleAlert } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { ProfileDraft } from "#features/accounts/contract.ts";
import type { TemporaryPassword } from "#features/staff/contract.ts";
import {
  addDoctor,
  changeDoctor,
  type Doctor,
  DoctorDraft,
  doctorLetter,
} from "#features/staff/doctors-contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { signedName } from "#shared/formats/printed-names.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const { email, firstName, lastName, licenseNumber, ptrNumber, ptrYear, s2Number, s2EndsOn, credentials } =
  DoctorDraft.shape;
const formOf = (isNew: boolean) =>
  z.object({
    email,
    firstName,
    lastName,
    // An owner may have none from the sign-up.
    specialization: ProfileDraft.shape.specialization.check(
      z.refine((typed) => !isNew || typed !== null, "Specialization is required"),
    ),
    credentials,
    licenseNumber,
    ptrNumber,
    ptrYear,
    s2Number,
    s2EndsOn,
    letter: doctorLetter,
    records: z.enum(["shared", "private"]),
    isPractising: z.boolean(),
  });
const forms = { new: formOf(true), known: formOf(false) };
type DoctorForm = UseFormReturn<z.input<typeof forms.new>, unknown, z.output<typeof forms.new>>;

const typedOf = (doctor: Doctor | null, nextLetter: string) => ({
  email: doctor?.account?.email ?? "",
  firstName: doctor?.firstName ?? "",
  lastName: doctor?.lastName ?? "",
  specialization: doctor?.specialization ?? "",
  credentials: doctor?.credentials ?? "",
  licenseNumber: doctor?.licenseNumber ?? "",
  ptrNumber: doctor?.ptrNumber ?? "",
  ptrYear: doctor?.ptrYear == null ? "" : String(doctor.ptrYear),
  s2Number: doctor?.s2Number ?? "",
  s2EndsOn: doctor?.s2EndsOn ?? "",
  letter: doctor?.letter ?? nextLetter,
  records: doctor?.isConfidential ? ("private" as const) : ("shared" as const),
  isPractising: doctor?.isPractising ?? true,
});

/** Name, licenses and letter of a doctor, new or to be corrected; the server generates a new one's password. */
export function DoctorDialog({
  doctor = null,
  nextLetter,
  onClose,
  onAdded,
}: {
  doctor?: Doctor | null;
  /** Proposed for a new one. */
  nextLetter: string;
  onClose: () => void;
  onAdded: (password: TemporaryPassword) => void;
}) {
  const { form, errors, dialog } = useFormDialog(
    (doctor ? changeDoctor : addDoctor) as typeof addDoctor | typeof changeDoctor,
    doctor ? forms.known : forms.new,
    {
      defaultValues: typedOf(doctor, nextLetter),
      draft: { form: "doctor-account", record: doctor?.id },
      request: ({ records, isPractising, email, letter, specialization, ...typed }, _, dirty) => {
        if (!doctor) {
          const isConfidential = records === "private";
          const required = { email, specialization: specialization ?? "" };
          return { body: { ...required, ...typed, isConfidential, ...(dirty.letter && { letter }) } };
        }
        const changes = Object.entries({ ...typed, specialization, letter, isPractising }).filter(
          ([name]) => dirty[name as keyof typeof dirty],
        );
        if (changes.length === 0) return null;
        return { params: { id: String(doctor.id) }, body: Object.fromEntries(changes) };
      },
      done: doctor ? "Doctor Updated" : "Doctor Added",
      failed: doctor
        ? "Failed to update the doctor"
        : { title: "Error Adding Doctor", fallback: "Failed to add the doctor" },
      secretLost: {
        title: "Doctor Added",
        description: "The temporary password couldn't be shown. Create a new one for this account.",
      },
      onSaved: (answer) => ("tempPassword" in answer ? onAdded(answer) : onClose()),
      onClose,
    },
  );
  const { register } = form;
  const today = useToday();
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={doctor ? "Edit Doctor" : "Add Doctor"}
      description={
        doctor ? (
          <span className="wrap-anywhere">{fullName(doctor)}</span>
        ) : (
          "The doctor sees patients, signs own papers and opens this clinic with an own account."
        )
      }
      save={doctor ? "Save Changes" : "Add Doctor"}
      {...(!doctor && { footNote: "A temporary password is shown next. It works for 72 hours." })}
    >
      {!doctor && (
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint="Using the email of a doctor who left makes that account active again."
        >
          <TextInput
            type="email"
            inputMode="email"
            maxLength={255}
            autoComplete="off"
            {...register("email")}
          />
        </Field>
      )}
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Field label="First name" required error={errors.firstName?.message}>
          <TextInput maxLength={100} autoComplete="off" {...register("firstName")} />
        </Field>
        <Field label="Last name" required error={errors.lastName?.message}>
          <TextInput maxLength={100} autoComplete="off" {...register("lastName")} />
        </Field>
        <Field label="Specialization" required={!doctor} error={errors.specialization?.message}>
          <TextInput maxLength={255} autoComplete="off" {...register("specialization")} />
        </Field>
        <Field
          label="After the name"
          optional
          error={errors.credentials?.message}
          hint={<PrintedAs form={form} printedName={doctor?.printedName ?? null} />}
        >
          <TextInput maxLength={120} autoComplete="off" {...register("credentials")} />
        </Field>
      </div>
      <fieldset className="border-t border-line pt-4">
        <legend className="float-left mb-3 w-full font-strong">License</legend>
        <div className="clear-left grid grid-cols-2 items-start gap-4 md:grid-cols-6">
          <Field label="PRC" required error={errors.licenseNumber?.message} className="md:col-span-2">
            <TextInput
              maxLength={100}
              autoComplete="off"
              inputMode="numeric"
              {...register("licenseNumber")}
            />
          </Field>
          <Field label="PTR" optional error={errors.ptrNumber?.message} className="md:col-span-2">
            <TextInput maxLength={100} autoComplete="off" {...register("ptrNumber")} />
          </Field>
          <Field label="PTR year" error={errors.ptrYear?.message} className="md:col-span-2">
            <TextInput maxLength={4} autoComplete="off" inputMode="numeric" {...register("ptrYear")} />
          </Field>
          <Field label="S2" optional error={errors.s2Number?.message} className="md:col-span-3">
            <TextInput maxLength={100} autoComplete="off" {...register("s2Number")} />
          </Field>
          <Field label="S2 ends" error={errors.s2EndsOn?.message} className="md:col-span-3">
            <DateInput {...register("s2EndsOn")} {...dateBounds("license", { today })} />
          </Field>
        </div>
        <WithoutPtr form={form} />
      </fieldset>
      <div className="grid items-start gap-4 border-t border-line pt-4 md:grid-cols-2">
        {doctor ? (
          doctor.isOwner && (
            <Checkbox
              label="Sees patients"
              hint="Off: patients are booked with the other doctors."
              {...register("isPractising")}
            />
          )
        ) : (
          <RadioGroup
            label="Records"
            defaultValue="shared"
            options={[
              { value: "shared", label: "Shares records", hint: "Every doctor here reads the notes" },
              {
                value: "private",
                label: "Own notes private",
                hint: "Others see that a visit took place, not what was written. The owner opens one only with a reason, and the doctor is told",
              },
            ]}
            error={errors.records?.message}
            {...register("records")}
          />
        )}
        <Field
          label="Letter in the queue"
          error={errors.letter?.message}
          hint={<NumbersRead form={form} />}
          className="max-w-40"
        >
          <TextInput maxLength={2} autoComplete="off" autoCapitalize="characters" {...register("letter")} />
        </Field>
      </div>
    </FormDialog>
  );
}

function PrintedAs({ form, printedName }: { form: DoctorForm; printedName: string | null }) {
  const [firstName, lastName, credentials] = useWatch({
    control: form.control,
    name: ["firstName", "lastName", "credentials"],
  });
  const printed = signedName({ firstName, lastName, printedName, credentials: credentials ?? null });
  return <span className="wrap-anywhere">{printed ? `Printed as: ${printed}` : "Like MD, FPCP."}</span>;
}

function NumbersRead({ form }: { form: DoctorForm }) {
  const letter = useWatch({ control: form.control, name: "letter" }).trim().toUpperCase();
  return letter ? `Numbers read ${letter}-01, ${letter}-02` : "One or two letters.";
}

function WithoutPtr({ form }: { form: DoctorForm }) {
  const ptr = useWatch({ control: form.control, name: "ptrNumber" });
  if (ptr?.trim()) return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      Without a PTR number, prescriptions print an empty line for it. It can be filled in later.
    </p>
  );
}
