import { editPatient, type Patient } from "#features/patients/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";

export function SexQuestion({ id }: Pick<Patient, "id">) {
  const change = useEndpointMutation(editPatient, {
    done: null,
    failed: { title: "Error", fallback: "Failed to record the sex" },
  });
  return (
    <IfCan do={editPatient}>
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-warn">Ask the sex:</span>
        {(["F", "M"] as const).map((sex) => (
          <Button
            key={sex}
            size="sm"
            className="max-md:min-h-touch"
            disabled={change.isPending}
            onClick={() => change.mutate({ params: { id: String(id) }, body: { sex } })}
          >
            {sex === "F" ? "Female" : "Male"}
          </Button>
        ))}
      </span>
    </IfCan>
  );
}
