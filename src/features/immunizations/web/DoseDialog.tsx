import { useId } from "react";
import * as z from "zod/mini";
import {
  addImmunization,
  changeImmunization,
  type Immunization,
  ImmunizationDraft,
} from "#features/immunizations/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import { nextDose } from "#shared/clinical/immunization/due.ts";
import {
  doseInName,
  isAfterPregnancy,
  otherVaccines,
  schedule,
  scheduledName,
} from "#shared/clinical/immunization/schedule.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const Form = z.object({
  ...ImmunizationDraft.shape,
  dose: z.string().check(z.regex(/^([1-9]|[12]\d|30)$/, "Enter a dose from 1 to 30")),
  isElsewhere: z.boolean(),
});

const names = [...new Set([...schedule.map(({ vaccine }) => vaccine), ...otherVaccines])];
const sites = ["left thigh", "right thigh", "left arm", "right arm", "by mouth"];

/** Records a dose given today or copied from a card, or corrects one. When it opens, Enter saves a dose of today. */
export function DoseDialog({
  patient,
  given,
  isPregnant,
  dose,
  onClose,
}: {
  patient: Patient;
  given: readonly Immunization[];
  isPregnant: boolean;
  /** A due dose, a recorded one, or null for any other vaccine. */
  dose: { vaccine: string; dose: number } | Immunization | null;
  onClose: () => void;
}) {
  const today = useToday();
  const ids = useId();
  const answersFor = useAnswersFor();
  const recorded = dose && "id" in dose ? dose : null;
  const params = { id: String(patient.id) };
  const of = recorded && {
    params: { ...params, immunizationId: String(recorded.id) },
    ifMatch: recorded.version,
  };
  const { form, errors, send, dialog } = useFormDialog(
    recorded ? changeImmunization : addImmunization,
    Form,
    {
      defaultValues: {
        vaccine: dose?.vaccine ?? "",
        dose: String(dose?.dose ?? 1),
        date: recorded?.date ?? today,
        brand: recorded?.brand ?? "",
        lot: recorded?.lot ?? "",
        site: recorded?.site ?? "",
        isElsewhere: recorded?.isElsewhere ?? false,
      },
      draft: {
        form: ["dose", dose?.vaccine, dose?.dose].filter(Boolean).join(" "),
        record: recorded?.id ?? patient.id,
      },
      request: ({ dose: number, ...typed }) => {
        const body: ImmunizationDraft = { ...typed, dose: Number(number) };
        return of ? { ...of, body } : { params, body };
      },
      done: (row) => {
        const done = recorded ? (row.state === "given" ? "saved" : "marked as entered in error") : "recorded";
        return `${row.vaccine} ${row.dose} ${done}`;
      },
      failed: "Failed to record the dose",
      invalidatesOnError: recorded !== null,
      onClose,
    },
  );

  const vaccine = form.watch("vaccine");
  const proposeDose = () => {
    if (dose || form.formState.dirtyFields.dose) return;
    form.setValue("dose", String(doseInName(vaccine) ?? Math.min(nextDose(vaccine, given, today), 30)));
  };
  return (
    <FormDialog
      {...dialog}
      title={recorded ? "Correct Dose" : "Record Dose"}
      patient={<DialogPatient patient={patient} />}
      save={recorded ? "Save" : "Record Dose"}
      footNote={
        of &&
        recorded &&
        answersFor(recorded) && (
          <Button
            variant="ghost"
            disabled={dialog.isSending}
            onClick={() =>
              void send({ ...of, body: { state: recorded.state === "given" ? "entered_in_error" : "given" } })
            }
          >
            {recorded.state === "given" ? "Entered in Error" : "Use Again"}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-x-2.5 gap-y-3.5">
        <Field label="Vaccine" error={errors.vaccine?.message}>
          <TextInput
            list={`${ids}-vaccines`}
            maxLength={80}
            autoComplete="off"
            {...form.register("vaccine", { onBlur: proposeDose })}
          />
        </Field>
        <Field label="Dose" error={errors.dose?.message}>
          <TextInput inputMode="numeric" maxLength={2} autoComplete="off" {...form.register("dose")} />
        </Field>
        {isPregnant && isAfterPregnancy(vaccine) && (
          <NoteBox tone="warn" role="status" className="col-span-2">
            The patient is pregnant. {scheduledName(vaccine) ?? vaccine.trim()} is given after the pregnancy.
          </NoteBox>
        )}
        <Field label="Date" error={errors.date?.message} className="col-span-2">
          <DateInput
            {...form.register("date")}
            {...dateBounds("vaccineDose", { today, birthday: patient.birthday })}
          />
        </Field>
        <Field label="Brand" optional error={errors.brand?.message} className="col-span-2">
          <TextInput maxLength={80} autoComplete="off" {...form.register("brand")} />
        </Field>
        <div className="col-span-2 grid grid-cols-2 gap-2.5">
          <Field label="Lot" optional error={errors.lot?.message}>
            <TextInput maxLength={40} autoComplete="off" {...form.register("lot")} />
          </Field>
          <Field label="Site" optional error={errors.site?.message}>
            <TextInput list={`${ids}-sites`} maxLength={60} autoComplete="off" {...form.register("site")} />
          </Field>
        </div>
        <Checkbox
          className="col-span-2"
          label="Given elsewhere"
          hint="Taken over from a card or by word"
          {...form.register("isElsewhere")}
        />
      </div>
      <datalist id={`${ids}-vaccines`}>
        {names.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <datalist id={`${ids}-sites`}>
        {sites.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </FormDialog>
  );
}
