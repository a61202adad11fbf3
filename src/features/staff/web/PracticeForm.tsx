import { TriangleAlert } from "lucide-react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { type Doctor, PracticeDraft, savePractice } from "#features/staff/doctors-contract.ts";
import { addDays, formatLongDay, isCalendarDay } from "#shared/formats/dates.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { showRefusal, useZodForm } from "#web/forms/form.ts";
import { useLeaveQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const PracticeForm = z.extend(PracticeDraft, {
  printedName: z.string().check(z.trim(), z.minLength(1, "Name on papers is required"), z.maxLength(201)),
});
const warnedDays = 60;

const typedOf = (doctor: Doctor) => ({
  printedName: doctor.printedName ?? fullName(doctor),
  credentials: doctor.credentials ?? "",
  licenseNumber: doctor.licenseNumber ?? "",
  specialization: doctor.specialization ?? "",
  ptrNumber: doctor.ptrNumber ?? "",
  ptrYear: doctor.ptrYear === null ? "" : String(doctor.ptrYear),
  s2Number: doctor.s2Number ?? "",
  s2EndsOn: doctor.s2EndsOn ?? "",
  letter: doctor.letter,
  isConfidential: doctor.isConfidential,
});

/** A doctor's own: what papers print, the letter, and whether new notes are private. */
export function PracticeFormSheets({ doctor }: { doctor: Doctor }) {
  const form = useZodForm(PracticeForm, { defaultValues: typedOf(doctor) });
  const { register, formState } = form;
  const { errors, isDirty } = formState;
  const today = useToday();
  const draft = useDraft(form, { form: "practice" });
  const question = useLeaveQuestion(isDirty, draft.forget);
  const { mutateAsync, isPending } = useEndpointMutation(savePractice, {
    done: "Practice Updated",
    failed: null,
  });
  const save = form.handleSubmit(async ({ printedName, ...practice }) => {
    // A name that is the account's follows it.
    const body = { ...practice, printedName: printedName === fullName(doctor) ? null : printedName };
    try {
      form.reset(typedOf(await mutateAsync({ params: { id: String(doctor.id) }, body })));
      draft.forget();
    } catch (error) {
      showRefusal(form, error, "Failed to update your practice");
    }
  });
  return (
    <form
      noValidate
      className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void save();
      }}
    >
      <DraftOffer draft={draft} />
      <Section title="Credentials" actions={<span className="text-sm text-ink-3">as they are printed</span>}>
        <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-4">
          <Field label="Name on papers" required error={errors.printedName?.message} className="col-span-2">
            <TextInput maxLength={201} autoComplete="name" {...register("printedName")} />
          </Field>
          <Field
            label="After the name"
            error={errors.credentials?.message}
            hint="Like MD, FPCP."
            className="col-span-2"
          >
            <TextInput maxLength={120} autoComplete="off" {...register("credentials")} />
          </Field>
          <Field label="PRC license" required error={errors.licenseNumber?.message} className="col-span-2">
            <TextInput
              maxLength={100}
              autoComplete="off"
              inputMode="numeric"
              {...register("licenseNumber")}
            />
          </Field>
          <Field label="Specialization" error={errors.specialization?.message} className="col-span-2">
            <TextInput maxLength={255} autoComplete="off" {...register("specialization")} />
          </Field>
          <Field label="PTR" error={errors.ptrNumber?.message}>
            <TextInput maxLength={100} autoComplete="off" {...register("ptrNumber")} />
          </Field>
          <Field label="PTR year" error={errors.ptrYear?.message}>
            <TextInput maxLength={4} autoComplete="off" inputMode="numeric" {...register("ptrYear")} />
          </Field>
          <Field label="S2" error={errors.s2Number?.message} className="max-md:col-span-2">
            <TextInput maxLength={100} autoComplete="off" {...register("s2Number")} />
          </Field>
          <Field label="S2 ends" error={errors.s2EndsOn?.message} className="max-md:col-span-2">
            <DateInput {...register("s2EndsOn")} {...dateBounds("license", { today })} />
          </Field>
        </div>
        <EndOfS2 endsOn={useWatch({ control: form.control, name: "s2EndsOn" })} today={today} />
      </Section>
      <Section title="Queue and notes">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Checkbox
            label="Own notes private"
            hint="New notes are confidential unless you say otherwise. Others see that a visit took place, not what was written. The owner opens one only with a reason, and you are told."
            {...register("isConfidential")}
          />
          <Field
            label="Letter in the queue"
            required
            error={errors.letter?.message}
            hint="What your queue numbers begin with."
            className="max-w-40"
          >
            <TextInput maxLength={2} autoComplete="off" autoCapitalize="characters" {...register("letter")} />
          </Field>
        </div>
      </Section>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isDirty && !isPending && <span className="text-sm text-ink-2">Not saved yet</span>}
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          busyLabel="Saving…"
          className="max-md:w-full"
          onMouseDown={(event) => event.preventDefault()}
        >
          Save Changes
        </Button>
      </div>
      {question}
    </form>
  );
}

function EndOfS2({ endsOn, today }: { endsOn: string | null; today: string }) {
  if (!endsOn || !isCalendarDay(endsOn) || endsOn > addDays(today, warnedDays)) return null;
  return (
    <p className="mt-3 flex items-start gap-2 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {`S2 ${endsOn < today ? "ended" : "ends"} on ${formatLongDay(endsOn)}. Dangerous drugs are refused in prescriptions after that day, until a new number is here.`}
    </p>
  );
}
