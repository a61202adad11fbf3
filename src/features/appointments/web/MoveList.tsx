import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import type { PatientAppointment } from "#features/appointments/contract.ts";
import { bookedOfDoctor, MOST_MOVED, moveToDoctor } from "#features/appointments/moves-contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import type { Doctor } from "./doctor-days.ts";

/** Who is booked with a doctor who left or is away, to be given to a colleague or moved one by one. */
export function MoveList({
  doctorId,
  from,
  until,
  doctors,
  onOpen,
}: {
  doctorId: number;
  /** The days; undefined: from today on. */
  from: string | undefined;
  until: string | undefined;
  doctors: readonly Doctor[];
  onOpen: (appointment: PatientAppointment) => void;
}) {
  const query = useCall(
    bookedOfDoctor,
    { params: { id: String(doctorId) }, query: { ...(from && { from }), ...(until && { to: until }) } },
    { refetchOnMount: "always" },
  );
  const booked = query.data?.appointments ?? [];
  const colleagues = doctors.filter(({ id }) => id !== doctorId);
  const mayMove = useCan()(moveToDoctor) && colleagues.length > 0;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map());
  const [to, setTo] = useState("");
  const chosen = booked.filter(({ id }) => !left.has(id)).slice(0, MOST_MOVED);
  const move = useEndpointMutation(moveToDoctor, {
    done: ({ moved, left: stayed }) => ({
      title: moved.length === 1 ? "1 appointment moved" : `${moved.length} appointments moved`,
      ...(stayed.length > 0 && { description: `${stayed.length} did not fit. Each says why.` }),
    }),
    failed: { title: "Error", fallback: "Failed to move the appointments" },
  });
  const send = () =>
    void move
      .mutateAsync({
        params: { id: String(doctorId) },
        body: { practitionerId: Number(to), appointmentIds: chosen.map(({ id }) => id) },
      })
      .then(({ left: stayed }) => setReasons(new Map(stayed.map(({ id, why }) => [id, why]))))
      .catch(() => undefined);
  const toggle = (id: number) =>
    setLeft((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  return (
    <Section
      flush
      title={query.data ? `Booked with ${query.data.name}` : "Booked"}
      note={booked.length > 0 && <Count value={booked.length} exact />}
    >
      {mayMove && booked.length > 0 && (
        <div className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-3">
          <Field label="Give to" className="w-72 max-w-full">
            <Select
              value={to}
              placeholder={to ? undefined : "Choose the doctor"}
              options={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={({ target }) => setTo(target.value)}
            />
          </Field>
          <Button
            variant="primary"
            disabled={to === "" || chosen.length === 0}
            busy={move.isPending}
            onClick={send}
          >
            {`Move ${chosen.length}, each at its time`}
          </Button>
        </div>
      )}
      <QueryList
        query={query}
        title="Failed to load the appointments"
        skeleton={<SkeletonRows rows={4} initials={false} />}
        rowsOf={({ appointments }) => appointments}
        empty={
          <Empty
            icon={<CalendarCheck />}
            title="Nobody to move"
            why="No appointments are booked in these days."
          />
        }
      >
        {() => (
          <ul aria-label="To be moved">
            {booked.map((appointment) => {
              const { id, personName, startsAt, contactNumber, closed } = appointment;
              const why = reasons.get(id);
              const words = (
                <span className="wrap-anywhere">
                  <b className="block font-medium">{personName}</b>
                  <span className="block text-sm text-ink-2">
                    {[formatInstant(startsAt), contactNumber && formatPhone(contactNumber), closed]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                  {why && <span className="block text-sm text-warn">{why}</span>}
                </span>
              );
              return (
                <li
                  key={id}
                  className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0"
                >
                  {mayMove ? (
                    <Checkbox
                      className="min-w-0 flex-1"
                      label={words}
                      checked={!left.has(id)}
                      onChange={() => toggle(id)}
                    />
                  ) : (
                    <span className="min-w-0 flex-1">{words}</span>
                  )}
                  <Button
                    size="sm"
                    aria-label={`Change the appointment of ${personName}`}
                    onClick={() => onOpen(appointment)}
                  >
                    Change
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </QueryList>
    </Section>
  );
}
