import { editPatient, type Patient } from "#features/patients/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";

/** Asks for the sex of a patient whose imported list had none. Nothing once it is recorded. */
export function AskSex({ patient: { id, sex } }: { patient: Pick<Patient, "id" | "sex"> }) {
  const change = useEndpointMutation(editPatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to record the sex" },
  });
  if (sex !== null) return null;
  const record = (chosen: "M" | "F") => change.mutate({ params: { id: String(id) }, body: { sex: chosen } });
  return (
    <IfCan do={editPatient}>
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-warn">Ask the sex:</span>
        <Button
          size="sm"
          className="max-md:min-h-touch"
          disabled={change.isPending}
          onClick={() => record("F")}
        >
          Female
        </Button>
        <Button
          size="sm"
          className="max-md:min-h-touch"
          disabled={change.isPending}
          onClick={() => record("M")}
        >
          Male
        </Button>
      </span>
    </IfCan>
  );
}
