import { useState } from "react";
import { bookedWithDoctor, type Doctor, deactivateDoctor } from "#features/staff/doctors-contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { TasksOf } from "./AccountQuestions.tsx";

/** Names what the doctor leaves behind: booked patients, and open tasks that somebody else can get. */
export function DeactivateDoctorDialog({ doctor, onClose }: { doctor: Doctor; onClose: () => void }) {
  const deactivate = useEndpointMutation(deactivateDoctor, {
    done: "Doctor Deactivated",
    failed: "Failed to deactivate the doctor",
  });
  const [tasksTo, setTasksTo] = useState("");
  const params = { id: String(doctor.id) };
  const booked = useCall(bookedWithDoctor, { params }).data;
  return (
    <ConfirmDialog
      open
      danger
      title="Deactivate Doctor"
      onClose={onClose}
      confirmLabel="Deactivate"
      busyLabel="Deactivating…"
      onConfirm={() =>
        deactivate.mutateAsync({ params, query: tasksTo ? { tasksTo } : {} }).then(onClose, () => undefined)
      }
    >
      <p className="text-pretty">
        <b className="font-strong wrap-anywhere">{fullName(doctor)}</b> is logged out everywhere at once and
        can no longer log in.
      </p>
      <p className="text-sm text-ink-2">
        Records and papers keep the name. Adding the same email address as a doctor again makes the account
        active.
      </p>
      {booked && booked.count > 0 && <Booked booked={booked} />}
      <TasksOf account={{ ...doctor, id: doctor.userId }} to={tasksTo} onChoose={setTasksTo} />
    </ConfirmDialog>
  );
}

const named = 5;

function Booked({
  booked: { count, next },
}: {
  booked: { count: number; next: { id: number; startsAt: string; personName: string; placeName: string }[] };
}) {
  const more = count - Math.min(count, named);
  return (
    <div>
      <p className="text-sm text-warn">
        {count === 1 ? "1 patient is booked" : `${count} patients are booked`} and must be moved in the
        Calendar:
      </p>
      <ul className="mt-1 text-sm text-ink-2">
        {next.slice(0, named).map(({ id, startsAt, personName, placeName }) => (
          <li key={id} className="py-0.5 wrap-anywhere">
            {formatInstant(startsAt)}, {personName}, {placeName}
          </li>
        ))}
        {more > 0 && <li className="py-0.5">{`and ${more} more`}</li>}
      </ul>
    </div>
  );
}
