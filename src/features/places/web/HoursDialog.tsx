import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import * as z from "zod/mini";
import { OpenHours, type Place, setPlaceHours } from "#features/places/contract.ts";
import { weekdayNames, weekdaysThatDiffer } from "#shared/calendar/hours.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TimeInput } from "#web/ui/inputs/TimeInput.tsx";

const HoursForm = z.object({ hours: z.array(OpenHours), slotMinutes: z.string() });

const lengths = ["5", "10", "15", "20", "30", "45", "60", "90", "120"];
const mostOfDay = 4;

/** The weekly hours of a place, and the default length of its appointments. */
export function HoursDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(setPlaceHours, HoursForm, {
    defaultValues: { hours: place.hours, slotMinutes: String(place.slotMinutes) },
    request: ({ hours, slotMinutes }) => ({
      params: { id: String(place.id) },
      // Only what was changed, so that what another user saved meanwhile stays.
      body: {
        hours,
        weekdays: weekdaysThatDiffer(place.hours, hours),
        ...(Number(slotMinutes) !== place.slotMinutes && { slotMinutes: Number(slotMinutes) }),
      },
    }),
    done: "Hours saved",
    failed: "Failed to save the hours",
    onClose,
  });
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: "hours" });
  const rows = fields.map(({ id, weekday }, index) => ({ id, weekday, index }));
  const likeMonday = () => {
    const { hours } = form.getValues();
    const monday = hours.filter(({ weekday }) => weekday === 1);
    const others = hours.filter(({ weekday }) => weekday === 1 || weekday > 5);
    const copies = [2, 3, 4, 5].flatMap((weekday) => monday.map((times) => ({ ...times, weekday })));
    replace([...others, ...copies]);
  };
  return (
    <FormDialog {...dialog} title={`Hours of ${place.name}`} save="Save Hours">
      <ul aria-label="Hours" className="divide-y divide-line border-y border-line">
        {weekdayNames.map((name, at) => {
          const ofDay = rows.filter(({ weekday }) => weekday === at + 1);
          const last = form.getValues("hours").findLast(({ weekday }) => weekday === at + 1);
          return (
            <li key={name} className="flex min-h-13 flex-wrap items-start gap-x-3 gap-y-2 py-2">
              <span className="w-24 py-1.5 font-medium">{name}</span>
              <div className="grid min-w-56 flex-1 gap-2">
                {ofDay.length === 0 && <span className="py-1.5 text-ink-3">Closed</span>}
                {ofDay.map(({ id, index }) => (
                  <div key={id} className="flex items-start gap-2">
                    <Field
                      label={`${name}, from`}
                      hideLabel
                      error={errors.hours?.[index]?.from?.message}
                      className="flex-1"
                    >
                      <TimeInput {...form.register(`hours.${index}.from`)} />
                    </Field>
                    <span className="py-1.5 text-ink-2">to</span>
                    <Field
                      label={`${name}, to`}
                      hideLabel
                      error={errors.hours?.[index]?.to?.message}
                      className="flex-1"
                    >
                      <TimeInput {...form.register(`hours.${index}.to`)} />
                    </Field>
                    <IconButton
                      label={`Remove these hours of ${name}`}
                      icon={<X />}
                      onClick={() => remove(index)}
                    />
                  </div>
                ))}
              </div>
              <IconButton
                label={`Add hours on ${name}`}
                icon={<Plus />}
                disabled={ofDay.length >= mostOfDay}
                onClick={() =>
                  append(
                    last
                      ? { weekday: at + 1, from: last.to, to: "" }
                      : { weekday: at + 1, from: "08:00", to: "12:00" },
                  )
                }
              />
            </li>
          );
        })}
      </ul>
      <Button variant="link" className="justify-self-start" onClick={likeMonday}>
        Copy Monday to Tuesday through Friday
      </Button>
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
