import { Plus, X } from "lucide-react";
import { type Control, type UseFormReturn, useFieldArray } from "react-hook-form";
import type { OpenHours } from "#shared/calendar/hours.ts";
import { weekdayNames } from "#shared/calendar/hours.ts";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { Field } from "../ui/inputs/Field.tsx";
import { TimeInput } from "../ui/inputs/TimeInput.tsx";

const mostOfDay = 4;

type WithHours = { hours: Pick<OpenHours, "weekday" | "from" | "to">[] };

/** The hours of each day of a week, of a place or of a doctor there. */
export function WeekHours({ form }: { form: UseFormReturn<WithHours> }) {
  const { errors } = form.formState;
  const { fields, append, remove, replace } = useFieldArray({
    control: form.control as Control<WithHours>,
    name: "hours",
  });
  const rows = fields.map(({ id, weekday }, index) => ({ id, weekday, index }));
  const likeMonday = () => {
    const { hours } = form.getValues();
    const monday = hours.filter(({ weekday }) => weekday === 1);
    const others = hours.filter(({ weekday }) => weekday === 1 || weekday > 5);
    const copies = [2, 3, 4, 5].flatMap((weekday) => monday.map((times) => ({ ...times, weekday })));
    replace([...others, ...copies]);
  };
  return (
    <>
      <ul aria-label="Hours" className="divide-y divide-line border-y border-line">
        {weekdayNames.map((name, at) => {
          const ofDay = rows.filter(({ weekday }) => weekday === at + 1);
          const last = form.getValues("hours").findLast(({ weekday }) => weekday === at + 1);
          return (
            <li key={name} className="flex min-h-13 flex-wrap items-start gap-x-3 gap-y-2 py-2">
              <span className="w-24 py-1.5 font-medium max-md:basis-full">{name}</span>
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
    </>
  );
}
