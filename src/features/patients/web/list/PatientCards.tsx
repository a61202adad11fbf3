import { type KeyboardEvent, useDeferredValue, useRef } from "react";
import { editPatient, type PatientListItem } from "#features/patients/contract.ts";
import { useCan } from "#web/data/session.tsx";
import { betweenResults } from "#web/hooks/result-keyboard-nav.ts";
import { useStableCallbacks } from "#web/hooks/use-stable-callbacks.ts";
import { isPressed } from "#web/shortcuts.ts";
import { usePhone } from "#web/ui/use-media.ts";
import { PatientCard } from "./PatientCard.tsx";
import type { PatientActions } from "./PatientMenu.tsx";

/** Rows rendered first for a new list: a screenful and some more. The rest follows in pieces. */
const atFirst = { phone: 4, desk: 8 };

/**
 * The patient list as cards. With the focus on a name: J, K and the arrows move, Enter opens, R prescribes, E edits.
 */
export function PatientCards({
  patients,
  list,
  search,
  today,
  actions,
  isStale,
}: {
  patients: readonly PatientListItem[];
  /** Identifies the list: its filter and its page. */
  list: string;
  search: string | undefined;
  today: string;
  actions: PatientActions;
  isStale: boolean;
}) {
  const mayEdit = useCan()(editPatient);
  const phone = usePhone();
  const isWhole = useDeferredValue(list) === list;
  const cards = useRef<HTMLUListElement>(null);
  const acts = useStableCallbacks({
    ...actions,
    onKey: (event: KeyboardEvent<HTMLElement>, id: number) => {
      if (betweenResults(event)) return;
      if (isPressed(event, "prescription")) actions.onPrescribe(id);
      else if (mayEdit && isPressed(event, "edit")) actions.onEdit(id);
      else return;
      event.preventDefault();
    },
    // Otherwise the focus would be lost with the removed card.
    onArchive: (patient: PatientListItem) => {
      const names = [...(cards.current?.querySelectorAll<HTMLElement>("[data-patient-name]") ?? [])];
      const at = patients.findIndex(({ id }) => id === patient.id);
      (names[at + 1] ?? names[at - 1])?.focus();
      actions.onArchive(patient);
    },
  });
  return (
    <ul
      ref={cards}
      aria-label="Patients"
      className={`grid gap-3 xl:grid-cols-2 ${isStale ? "opacity-60" : ""}`}
    >
      {(isWhole ? patients : patients.slice(0, phone ? atFirst.phone : atFirst.desk)).map((patient) => (
        <PatientCard key={patient.id} {...{ patient, search, today, acts }} />
      ))}
    </ul>
  );
}
