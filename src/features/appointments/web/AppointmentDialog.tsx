import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import {
  type Appointment,
  bookAppointment,
  changeAppointment,
  freeTimes,
  listAppointments,
  listDaysOff,
  type PatientAppointment,
} from "#features/appointments/contract.ts";
import { listDoctorHours } from "#features/appointments/hours-contract.ts";
import { mayBookAgain } from "#features/appointments/rules.ts";
import { listPlaces, type Place } from "#features/places/contract.ts";
import { moveVisit } from "#features/visits/contract.ts";
import { moveRefusal } from "#features/visits/rules.ts";
import { closedThen } from "#shared/calendar/closed-days.ts";
import { areAtOnce } from "#shared/calendar/free-slots.ts";
import { ageLabel, ageSex } from "#shared/clinical/age.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { isTakenOff, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { addDays, formatClock, isCalendarDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import type { FindablePatient } from "#web/clinical/FoundPatient.tsx";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { changedFrom } from "#web/forms/changed-from.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { placeOptions } from "#web/hooks/use-active-places.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import {
  AppointmentForm,
  type AppointmentValues,
  clockIn,
  draftOf,
  startOf,
  valuesOf,
} from "./appointment-form.ts";
import { timesOf } from "./calendar-days.ts";
import { seatsOf } from "./doctor-days.ts";
import { FreeTimes } from "./FreeTimes.tsx";
import { type FreeSlot, SlotChips } from "./SlotChips.tsx";
import { bookedWords } from "./use-book-appointment.ts";
import { WhoIsBooked } from "./WhoIsBooked.tsx";

/** A press that fills in a field. */
const set = { shouldDirty: true, shouldValidate: true };

const lengths = ["10", "15", "20", "30", "45", "60", "90", "120"];

export type Booking = {
  /** The patient, where known; otherwise chosen in the dialog. */
  patient: FindablePatient | null;
  at?: { startsAt: string; placeId: number; practitionerId?: number } | undefined;
  /** The doctor who is proposed, where several practise; else the user, if they are one. */
  practitionerId?: number | undefined;
  followUp?: string | null;
};

/** Books an appointment, or moves or edits one. */
export function AppointmentDialog({
  appointment = null,
  booking,
  consents,
  onOpenPatient,
  onClose,
}: {
  appointment?: PatientAppointment | null;
  booking?: Booking;
  /** Whether the patient is reminded. */
  consents?: ReactNode;
  onOpenPatient?: ((patientId: number) => void) | undefined;
  onClose: () => void;
}) {
  const today = useToday();
  const user = useCurrentUser().data;
  const doctors = user?.doctors;
  const everyPlace = useCall(listPlaces, {}).data ?? [];
  const places = everyPlace.filter(({ id, isActive }) => isActive || id === appointment?.placeId);
  const [patient, setPatient] = useState<FindablePatient | null>(booking?.patient ?? null);
  const [isNamed, setNamed] = useState(appointment !== null && appointment.patientId === null);
  const { form, errors, dialog } = useFormDialog(
    appointment ? changeAppointment : bookAppointment,
    AppointmentForm,
    {
      defaultValues: appointment
        ? valuesOf(appointment)
        : startingValues(booking, doctors?.find(({ userId }) => userId === user?.id)?.id),
      draft: {
        form: "appointment",
        record: appointment?.id ?? booking?.patient?.id,
        also: { patient, isNamed },
        onRestored: (stored) => {
          if (appointment) return;
          const also = stored as { patient: FindablePatient | null; isNamed: boolean };
          setPatient(also.patient);
          setNamed(also.isNamed);
        },
      },
      request: (checked, opened) => {
        if (!appointment) return { body: draftOf({ ...checked, patientId: String(patient?.id ?? "") }) };
        const { patientId: _, personName, ...others } = changedFrom(draftOf(opened), draftOf(checked));
        const body = { ...others, ...(personName && { personName }) };
        return { params: { id: String(appointment.id) }, body };
      },
      done: appointment ? "Appointment saved" : bookedWords,
      failed: "Failed to save the appointment",
      formNames: { startsAt: "day" },
      onClose,
    },
  );
  const values = useWatch({ control: form.control }) as AppointmentValues;
  const knowsWho = appointment !== null || patient !== null || isNamed;
  const startsAt = startOf(values);
  const isOfDoctor = everyPlace.find(({ id }) => String(id) === values.placeId)?.kind === undefined;
  return (
    <FormDialog
      {...dialog}
      title={appointment ? "Appointment" : "New Appointment"}
      save={appointment ? "Save Appointment" : "Book"}
      {...(!knowsWho && { foot: () => undefined })}
    >
      <div ref={holdFocus} className="grid content-start gap-4">
        {appointment && (
          <Existing appointment={appointment} onOpenPatient={onOpenPatient} onClose={onClose} />
        )}
        {!appointment && patient && (
          <Who
            name={patient.patientName}
            detail={`${ageSex(patient, today)} · ${patient.admissionNo}`}
            {...(booking?.patient === null && { onChange: () => setPatient(null) })}
          />
        )}
        {!knowsWho && (
          <WhoIsBooked
            onPatient={setPatient}
            onName={(name) => {
              form.setValue("personName", name, { shouldDirty: true });
              setNamed(true);
            }}
          />
        )}
        {isNamed && (
          <div className="grid items-start gap-3 md:grid-cols-2">
            <Field label="Name" required error={errors.personName?.message}>
              <TextInput
                maxLength={255}
                autoComplete="off"
                placeholder="Surname, First name Middle name"
                {...form.register("personName")}
              />
            </Field>
            <Field label="Contact number" optional error={errors.contactNumber?.message}>
              <PhoneInput {...form.register("contactNumber")} />
            </Field>
          </div>
        )}
        {knowsWho && doctors && (
          <Field label="Doctor" required={isOfDoctor} error={errors.practitionerId?.message}>
            <Select
              placeholder={values.practitionerId ? undefined : isOfDoctor ? "Choose the doctor" : "No doctor"}
              options={doctorOptions(doctors, appointment)}
              {...form.register("practitionerId")}
            />
          </Field>
        )}
        {knowsWho && (
          <>
            {!appointment && (
              <FreeTimes
                followUp={booking?.followUp ?? null}
                today={today}
                minutes={values.minutes}
                practitionerId={values.practitionerId}
                doctors={doctors}
                places={places}
                typed={values}
                chosen={{ startsAt, placeId: values.placeId || String(places[0]?.id ?? "") }}
                onDay={(day) => form.setValue("day", day, set)}
                onChoose={(slot) => {
                  form.setValue("day", manilaDay(new Date(slot.startsAt)), set);
                  form.setValue("clock", clockIn(slot.startsAt), set);
                  form.setValue("placeId", String(slot.placeId), set);
                  if (slot.practitionerId !== undefined)
                    form.setValue("practitionerId", String(slot.practitionerId), set);
                }}
              />
            )}
            <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
              <Field label="Day" required error={errors.day?.message} className="max-md:col-span-2">
                <DateInput
                  {...form.register("day")}
                  {...dateBounds("appointment", { today })}
                  whenEarly="This day is past. Choose today or later."
                />
              </Field>
              <Field label="Time" required error={errors.clock?.message}>
                <TextInput type="time" step={300} {...form.register("clock")} />
              </Field>
              <Field label="Length" error={errors.minutes?.message}>
                <Select
                  options={[
                    ...(appointment ? [] : [{ value: "", label: "As usual" }]),
                    ...[...new Set([...lengths, ...(appointment ? [String(appointment.minutes)] : [])])].map(
                      (value) => ({ value, label: `${value} minutes` }),
                    ),
                  ]}
                  {...form.register("minutes")}
                />
              </Field>
            </div>
            {places.length > 1 && (
              <Field label="Place" error={errors.placeId?.message}>
                <Select options={placeOptions(places)} {...form.register("placeId")} />
              </Field>
            )}
            {doctors && errors.placeId && values.placeId && (
              <FirstFree
                day={values.day}
                practitionerId={values.practitionerId}
                place={places.find(({ id }) => String(id) === values.placeId)}
                onChoose={(slot) => {
                  form.setValue("day", manilaDay(new Date(slot.startsAt)), set);
                  form.setValue("clock", clockIn(slot.startsAt), set);
                  form.clearErrors("placeId");
                }}
              />
            )}
            <Meanwhile values={values} places={places} except={appointment?.id ?? null} />
            <Field label="Reason" optional error={errors.reason?.message}>
              <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
            </Field>
            <Field label="Note for the desk" optional error={errors.note?.message}>
              <TextArea rows={2} maxLength={1000} {...form.register("note")} />
            </Field>
            {consents}
          </>
        )}
      </div>
    </FormDialog>
  );
}

const startingValues = (booking: Booking | undefined, own: number | undefined): AppointmentValues => ({
  patientId: "",
  personName: "",
  contactNumber: "",
  day: booking?.at ? manilaDay(new Date(booking.at.startsAt)) : "",
  clock: booking?.at ? clockIn(booking.at.startsAt) : "",
  minutes: "",
  practitionerId: String(booking?.at?.practitionerId ?? booking?.practitionerId ?? own ?? ""),
  placeId: booking?.at ? String(booking.at.placeId) : "",
  reason: "",
  note: "",
});

/** With the one of the appointment, who may have left. */
function doctorOptions(
  doctors: readonly { id: number; name: string }[],
  appointment: PatientAppointment | null,
): { value: string; label: string }[] {
  const known = doctors.map(({ id, name }) => ({ value: String(id), label: name }));
  const own = appointment?.practitionerId;
  return own === undefined || doctors.some(({ id }) => id === own)
    ? known
    : [{ value: String(own), label: "No longer here" }, ...known];
}

/** After a refusal: when the doctor is free at the chosen place. */
function FirstFree({
  day,
  practitionerId,
  place,
  onChoose,
}: {
  day: string;
  practitionerId: string;
  place: Place | undefined;
  onChoose: (slot: FreeSlot) => void;
}) {
  const query = {
    from: day,
    ...(practitionerId && { practitionerId }),
    ...(place && { placeId: String(place.id) }),
  };
  const { data } = useCall(freeTimes, { query }, { refetchOnMount: "always" });
  if (!data || !place) return null;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium">First free at {place.name}</legend>
      <div className="flex flex-wrap gap-1.5">
        <SlotChips slots={data.slice(0, 3)} places={[place]} isChosen={() => false} onChoose={onChoose} />
        {data.length === 0 && <p className="text-sm text-ink-2">No free time there.</p>}
      </div>
    </fieldset>
  );
}

function Who({ name, detail, onChange }: { name: string; detail: string; onChange?: () => void }) {
  return (
    <div className="spine flex items-center gap-3 pl-3">
      <div className="min-w-0 flex-1">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2 tabular-nums">{detail}</p>
      </div>
      {onChange && (
        <Button size="sm" variant="ghost" onClick={onChange}>
          Change
        </Button>
      )}
    </div>
  );
}

/** Who it is for, its state, and the actions that end it without a visit. */
function Existing({
  appointment,
  onOpenPatient,
  onClose,
}: {
  appointment: PatientAppointment;
  onOpenPatient: ((patientId: number) => void) | undefined;
  onClose: () => void;
}) {
  const { id, patientId, visitId, personName, contactNumber, state, birthday, age, sex, number } =
    appointment;
  const today = useToday();
  const can = useCan();
  const failed = { title: "Error", fallback: "Failed to change the appointment" };
  const back = useEndpointMutation(changeAppointment, { done: null, failed });
  const change = useEndpointMutation(changeAppointment, {
    done: (changed) => ({ title: visitStateLabels[changed.state], description: personName }),
    failed,
    undo: () => back.mutate({ params: { id: String(id) }, body: { state: state as "booked" } }),
  });
  const move = { params: { id: String(visitId) } };
  const unarrive = useEndpointMutation(moveVisit, { done: null, failed });
  const arrive = useEndpointMutation(moveVisit, {
    done: (visit) => ({ title: `Number ${queueNumber(visit)} is waiting`, description: personName }),
    failed,
    invalidatesOnError: true,
    undo: () => unarrive.mutate({ ...move, body: { state: "booked", from: "arrived" } }),
  });
  const become = (next: "booked" | "no_show" | "cancelled") =>
    void change
      .mutateAsync({ params: { id: String(id) }, body: { state: next } })
      .then(onClose)
      .catch(() => undefined);
  const isBooked = state === "booked";
  const day = manilaDay(new Date(appointment.startsAt));
  const visit = { state, day, number, appointmentAt: appointment.startsAt };
  const mayArrive = isBooked && visitId !== null && moveRefusal(visit, "arrived", today) === null;
  return (
    <div className="grid gap-3">
      <Who
        name={personName}
        detail={[
          sex && `${ageLabel({ birthday, age }, day) || "?"} / ${sex}`,
          patientId === null && "not registered",
          contactNumber && formatPhone(contactNumber),
          !isBooked && visitStateLabels[state],
          number !== null && `number ${number}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      />
      <div className="flex flex-wrap gap-2">
        {patientId !== null && onOpenPatient && (
          <Button size="sm" onClick={() => onOpenPatient(patientId)}>
            Open Record
          </Button>
        )}
        {mayArrive && can(moveVisit) && (
          <Button
            size="sm"
            variant="primary"
            icon={<Check />}
            busy={arrive.isPending}
            onClick={() =>
              void arrive
                .mutateAsync({ ...move, body: { state: "arrived", from: "booked" } })
                .then(onClose)
                .catch(() => undefined)
            }
          >
            Arrived
          </Button>
        )}
        {isBooked && day <= today && (
          <Button size="sm" onClick={() => become("no_show")}>
            No-show
          </Button>
        )}
        {isBooked && (
          <Button size="sm" onClick={() => become("cancelled")}>
            Cancel Appointment
          </Button>
        )}
        {mayBookAgain(appointment) && (
          <Button size="sm" onClick={() => become("booked")}>
            Book Again
          </Button>
        )}
      </div>
    </div>
  );
}

/** Other appointments at that time, at any place, and that the place is closed, before it is booked. */
function Meanwhile({
  values,
  places,
  except,
}: {
  values: AppointmentValues;
  places: readonly Place[];
  except: number | null;
}) {
  const { day } = values;
  const isDay = isCalendarDay(day);
  // Those of the days around may run over midnight, as may this one.
  const around = { from: isDay ? addDays(day, -1) : day, to: isDay ? addDays(day, 1) : day };
  const { practitionerId } = values;
  const doctorId = Number(practitionerId) || undefined;
  const ofSeveral = useCurrentUser().data?.doctors !== undefined;
  const booked = useCall(listAppointments, { query: around }, { enabled: isDay }).data ?? [];
  const hours = useCall(listDoctorHours, { query: { from: day } }, { enabled: isDay && ofSeveral }).data;
  const daysOff = useCall(listDaysOff, { query: { from: day } }, { enabled: isDay }).data ?? [];
  const placeNames = new Map((useCall(listPlaces, {}).data ?? []).map(({ id, name }) => [id, name]));
  const startsAt = startOf(values);
  const chosen = places.find(({ id }) => String(id) === values.placeId) ?? places[0];
  const [seat] = chosen && doctorId && hours ? seatsOf(doctorId, [chosen], hours) : [];
  const place = seat ?? chosen;
  // Whose or where nobody has chosen yet.
  if (startsAt === null || !place || (ofSeveral && !seat && place.kind === undefined)) return null;
  const typed = { startsAt, minutes: Number(values.minutes) || place.slotMinutes };
  const isTheirs = (each: Appointment) =>
    !ofSeveral || (seat ? each.practitionerId === doctorId : each.placeId === place.id);
  const others = booked.filter(
    (each) => each.id !== except && !isTakenOff(each) && isTheirs(each) && areAtOnce(each, typed),
  );
  const closed = closedThen(place, day, timesOf(typed), daysOff);
  const nameElsewhere = ({ placeId }: { placeId: number }) => placeId !== place.id && placeNames.get(placeId);
  if (others.length === 0 && closed === null) return null;
  return (
    <NoteBox tone="warn">
      {closed !== null && <p>{closed}</p>}
      {others.length > 0 && (
        <p>
          {`Booked at that time: ${others
            .map((each) => {
              const when = [formatClock(each.startsAt), nameElsewhere(each)].filter(Boolean).join(", ");
              return `${each.personName} (${when})`;
            })
            .join("; ")}.`}
        </p>
      )}
    </NoteBox>
  );
}
