import { useWatch } from "react-hook-form";
import { manilaClock, manilaDay } from "#shared/formats/dates.ts";
import { unusualDay } from "#shared/formats/day-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Pair, problemOf } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

/** Date and time of the next appointment in Manila; one instant in the record. */
export function AppointmentField({ form }: { form: PatientForm }) {
  const { day, clock } = manilaParts(useWatch({ control: form.control, name: "appointmentTime" }));
  const today = useToday();
  const write = (nextDay: string, nextClock: string) => {
    // A date without a time, or a time without a date, is invalid; the schema refuses it.
    const next = nextDay || nextClock ? `${nextDay}T${nextClock}:00+08:00` : "";
    form.setValue("appointmentTime", next, {
      shouldDirty: true,
      shouldValidate: Boolean(nextDay && nextClock),
    });
  };
  return (
    <Pair>
      <Field label="Appointment day" error={problemOf(form, "appointmentTime")}>
        <DateInput
          name="appointmentTime"
          value={day}
          onValue={(next) => write(next, clock)}
          unusual={(next) => unusualDay("appointment", next, { today })}
        />
      </Field>
      <Field label="Appointment time">
        <TextInput type="time" value={clock} onChange={(event) => write(day, event.target.value)} />
      </Field>
    </Pair>
  );
}

/** Also while only one part is typed. */
function manilaParts(instant: string | null | undefined): { day: string; clock: string } {
  const [, day = "", clock = ""] = /^(.*)T(.*):00\+08:00$/.exec(instant ?? "") ?? [];
  if (day || clock || !instant || Number.isNaN(Date.parse(instant))) return { day, clock };
  const at = new Date(instant);
  return { day: manilaDay(at), clock: manilaClock(at).slice(0, 5) };
}
