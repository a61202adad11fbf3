import * as z from "zod/mini";
import { addDayOff } from "#features/appointments/contract.ts";
import type { Place } from "#features/places/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { placeOptions } from "#web/hooks/use-active-places.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const DayOffForm = z
  .object({
    firstDay: z.string().check(z.refine(isCalendarDay, "Choose a day")),
    lastDay: z.string().check(z.refine((day) => day === "" || isCalendarDay(day), "Choose a day")),
    placeId: z.string(),
    practitionerId: z.string(),
    note: optionalLine(200),
  })
  .check(
    z.refine(({ firstDay, lastDay }) => lastDay === "" || firstDay <= lastDay, {
      error: "The last day must follow the first",
      path: ["lastDay"],
    }),
  );

/** Days on which a place, or the whole clinic, is closed. */
export function DayOffDialog({
  places,
  doctors = [],
  doctorId,
  onClose,
}: {
  places: readonly Place[];
  /** Where several practise. */
  doctors?: readonly { id: number; name: string }[] | undefined;
  /** Whose is proposed. */
  doctorId?: number | undefined;
  onClose: () => void;
}) {
  const today = useToday();
  const { form, errors, dialog } = useFormDialog(addDayOff, DayOffForm, {
    defaultValues: {
      firstDay: "",
      lastDay: "",
      placeId: "",
      practitionerId: String(doctorId ?? ""),
      note: "",
    },
    request: ({ firstDay, lastDay, placeId, practitionerId, note }) => ({
      body: {
        firstDay,
        lastDay: lastDay || firstDay,
        note,
        ...(placeId && { placeId: Number(placeId) }),
        ...(practitionerId && { practitionerId: Number(practitionerId) }),
      },
    }),
    done: "Day off added",
    failed: "Failed to add the day off",
    onClose,
  });
  return (
    <FormDialog {...dialog} title="Add Day Off" size="sm" save="Add Day Off">
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="First day" required error={errors.firstDay?.message}>
          <DateInput {...form.register("firstDay")} {...dateBounds("dayOff", { today })} />
        </Field>
        <Field label="Last day" optional error={errors.lastDay?.message}>
          <DateInput {...form.register("lastDay")} {...dateBounds("dayOff", { today })} />
        </Field>
      </div>
      {doctors.length > 0 && (
        <Field label="Doctor" error={errors.practitionerId?.message}>
          <Select
            options={[
              { value: "", label: "All doctors" },
              ...doctors.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.register("practitionerId")}
          />
        </Field>
      )}
      {places.length > 1 && (
        <Field label="Place" error={errors.placeId?.message}>
          <Select
            options={[{ value: "", label: "All places" }, ...placeOptions(places)]}
            {...form.register("placeId")}
          />
        </Field>
      )}
      <Field label="Why" optional hint="Shown in the calendar." error={errors.note?.message}>
        <TextInput maxLength={200} autoComplete="off" placeholder="Congress" {...form.register("note")} />
      </Field>
    </FormDialog>
  );
}
