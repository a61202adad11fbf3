import { useFormState, useWatch } from "react-hook-form";
import { patientAppointments } from "#features/appointments/contract.ts";
import { minuteOf } from "#shared/calendar/hours.ts";
import { isCalendarDay, manilaClock, manilaDay } from "#shared/formats/dates.ts";
import { unusualDay } from "#shared/formats/day-bounds.ts";
import { ClosedDay } from "#web/clinical/ClosedDay.tsx";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Pair, problemOf } from "./PatientFields.tsx";
import type { PatientForm } from "./patient-form.ts";

/** Date and time of the next appointment in Manila; one instant in the record. */
export function AppointmentField({ form, patientId }: { form: PatientForm; patientId: number }) {
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
  const minute = minuteOf(clock);
  const isTyped = useFormState({ control: form.control, name: "appointmentTime" }).dirtyFields
    .appointmentTime;
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
      {isTyped && isCalendarDay(day) && day >= today && minute !== null && (
        <ClosedThen {...{ patientId, day, minute }} />
      )}
    </Pair>
  );
}

/** A typed time moves the next appointment at its place, or books one at the first. */
function ClosedThen({ patientId, day, minute }: { patientId: number; day: string; minute: number }) {
  const today = useToday();
  const { data: booked } = useCall(
    patientAppointments,
    { params: { id: String(patientId) } },
    { enabled: useCan()(patientAppointments) },
  );
  const next = booked?.findLast(
    ({ state, startsAt }) => state === "booked" && manilaDay(new Date(startsAt)) >= today,
  );
  return <ClosedDay day={day} at={{ minute, placeId: next?.placeId }} />;
}

/** Also while only one part is typed. */
function manilaParts(instant: string | null | undefined): { day: string; clock: string } {
  const [, day = "", clock = ""] = /^(.*)T(.*):00\+08:00$/.exec(instant ?? "") ?? [];
  if (day || clock || !instant || Number.isNaN(Date.parse(instant))) return { day, clock };
  const at = new Date(instant);
  return { day: manilaDay(at), clock: manilaClock(at).slice(0, 5) };
}
