import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { OpenHours, type Place, setPlaceHours } from "#features/places/contract.ts";
import { weekdaysThatDiffer } from "#shared/calendar/hours.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { WeekHours } from "#web/forms/WeekHours.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";

const HoursForm = z.object({ hours: z.array(OpenHours), slotMinutes: z.string() });

const lengths = ["5", "10", "15", "20", "30", "45", "60", "90", "120"];
type WeekForm = Pick<z.output<typeof HoursForm>, "hours">;

/** The weekly hours of a place, and the default length of its appointments. */
export function HoursDialog({
  place,
  isOwnHours,
  onClose,
}: {
  place: Place;
  /** Not where several doctors practise: then each has hours there. */
  isOwnHours: boolean;
  onClose: () => void;
}) {
  const { form, errors, dialog } = useFormDialog(setPlaceHours, HoursForm, {
    defaultValues: { hours: place.hours, slotMinutes: String(place.slotMinutes) },
    request: ({ hours, slotMinutes }) => ({
      params: { id: String(place.id) },
      // Only what was changed, so that what another user saved meanwhile stays.
      body: {
        hours: isOwnHours ? hours : [],
        weekdays: isOwnHours ? weekdaysThatDiffer(place.hours, hours) : [],
        ...(Number(slotMinutes) !== place.slotMinutes && { slotMinutes: Number(slotMinutes) }),
      },
    }),
    done: isOwnHours ? "Hours saved" : "Length saved",
    failed: "Failed to save the hours",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={isOwnHours ? `Hours of ${place.name}` : `Appointments at ${place.name}`}
      size={isOwnHours ? undefined : "sm"}
      save={isOwnHours ? "Save Hours" : "Save Length"}
    >
      {isOwnHours && <WeekHours form={form as unknown as UseFormReturn<WeekForm>} />}
      <Field
        label="Length of an appointment"
        error={errors.slotMinutes?.message}
        className="md:max-w-60"
        hint="Each appointment can have another length."
      >
        <Select
          options={[...new Set([...lengths, String(place.slotMinutes)])].map((value) => ({
            value,
            label: `${value} minutes`,
          }))}
          {...form.register("slotMinutes")}
        />
      </Field>
    </FormDialog>
  );
}
