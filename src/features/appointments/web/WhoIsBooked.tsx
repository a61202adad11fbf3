import { type FindablePatient, FoundPatient } from "#web/clinical/FoundPatient.tsx";
import { usePatientFinder } from "#web/clinical/use-patient-finder.ts";
import { Button } from "#web/ui/Button.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import type { AppointmentValues } from "./appointment-form.ts";

/** Finds the patient; an unregistered name can be booked as typed. */
export function WhoIsBooked({
  today,
  onPatient,
  onName,
}: {
  today: string;
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
        <ErrorState
          title="Failed to load patients"
          why={read.error.shown()}
          retrying={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      ) : (
        found.length > 0 && (
          <ul aria-label="Patients" className="-mx-2">
            {found.map((patient) => (
              <li key={patient.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  onClick={() => onPatient(patient)}
                  className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-paper focus-visible:-outline-offset-2"
                >
                  <FoundPatient {...{ patient, search, today }} />
                </button>
              </li>
            ))}
          </ul>
        )
      )}
      <Button variant="link" className="justify-self-start" onClick={() => onName(name)}>
        {name
          ? `Book “${name.length > 40 ? `${name.slice(0, 40)}…` : name}” without registering`
          : "Somebody who is not registered"}
      </Button>
    </div>
  );
}
