import * as z from "zod/mini";
import { addExtraHours } from "#features/appointments/hours-contract.ts";
import { OpenHours, type Place } from "#features/places/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { placeOptions } from "#web/hooks/use-active-places.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TimeInput } from "#web/ui/inputs/TimeInput.tsx";

const ExtraForm = z
  .object({
    day: z.string().check(z.refine(isCalendarDay, "Choose a day")),
    from: OpenHours.shape.from,
    to: OpenHours.shape.to,
    placeId: z.string(),
  })
  .check(z.refine(({ from, to }) => from < to, { error: "The end must be after the start", path: ["to"] }));

/** Hours of a doctor on one date, beside the weekly ones. */
export function ExtraHoursDialog({
  doctor,
  day,
  places,
  onClose,
}: {
  doctor: { id: number; name: string };
  /** The day that is proposed. */
  day: string;
  places: readonly Place[];
  onClose: () => void;
}) {
  const today = useToday();
  const { form, errors, dialog } = useFormDialog(addExtraHours, ExtraForm, {
    defaultValues: {
      day: day < today ? today : day,
      from: "",
      to: "",
      placeId: String(places[0]?.id ?? ""),
    },
    request: ({ placeId, ...times }) => ({
      params: { id: String(doctor.id) },
      body: { ...times, ...(placeId && { placeId: Number(placeId) }) },
    }),
    done: "Extra hours added",
    failed: "Failed to add the extra hours",
    onClose,
  });
  return (
    <FormDialog {...dialog} title={`Extra Hours of ${doctor.name}`} size="sm" save="Add Extra Hours">
      <Field label="Day" required error={errors.day?.message}>
        <DateInput {...form.register("day")} {...dateBounds("dayOff", { today })} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="From" required error={errors.from?.message}>
          <TimeInput {...form.register("from")} />
        </Field>
        <Field label="To" required error={errors.to?.message}>
          <TimeInput {...form.register("to")} />
        </Field>
      </div>
      {places.length > 1 && (
        <Field label="Place" error={errors.placeId?.message}>
          <Select options={placeOptions(places)} {...form.register("placeId")} />
        </Field>
      )}
    </FormDialog>
  );
}
