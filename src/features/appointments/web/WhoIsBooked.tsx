import { type FindablePatient, FoundPatients } from "#web/clinical/FoundPatient.tsx";
import { usePatientFinder } from "#web/clinical/use-patient-finder.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import type { AppointmentValues } from "./appointment-form.ts";

/** Finds the patient; an unregistered name can be booked as typed. */
export function WhoIsBooked({
  onPatient,
  onName,
}: {
  onPatient: (patient: FindablePatient) => void;
  onName: (name: AppointmentValues["personName"]) => void;
}) {
  const { typed, setTyped, search, read, isCurrent } = usePatientFinder({ withNewest: false });
  const found = search ? (read.data ?? []) : [];
  const name = typed.trim();
  return (
    <div className="grid gap-2">
      <SearchInput
        label="Patient"
        placeholder="Name, phone or number"
        value={typed}
        onChange={setTyped}
        busy={read.isFetching}
        data-autofocus=""
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (!isCurrent || !name) return;
          const [first] = found;
          if (first) onPatient(first);
          else onName(name);
        }}
      />
      {read.error ? (
        <QueryPending query={read} title="Failed to load patients" skeleton={null} />
      ) : (
        found.length > 0 && <FoundPatients patients={found} search={search} onChoose={onPatient} />
      )}
      <Button variant="link" className="justify-self-start" onClick={() => onName(name)}>
        {name
          ? `Book “${name.length > 40 ? `${name.slice(0, 40)}…` : name}” without registering`
          : "Somebody who is not registered"}
      </Button>
    </div>
  );
}
