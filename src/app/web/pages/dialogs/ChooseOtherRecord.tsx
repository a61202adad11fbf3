import { useNavigate } from "@tanstack/react-router";
import { ChoosePatientDialog } from "#app/web/pages/lazy-parts.ts";
import { mergePatients, proposeMerge } from "#features/merges/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** The other record of a patient: the owner compares the two, others propose to the owner that they are merged. */
export function ChooseOtherRecord({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const can = useCan();
  const navigate = useNavigate();
  const propose = useEndpointMutation(proposeMerge, {
    done: "Proposed to the doctor",
    failed: { title: "Error", fallback: "Failed to propose the merge" },
  });
  const compare = (otherId: number) =>
    void navigate({
      to: "/merge",
      search: { stays: String(patientId), goes: String(otherId) },
    });
  const mayMerge = can(mergePatients);
  return (
    <ChoosePatientDialog
      title={mayMerge ? "Merge with another record" : "Propose a merge"}
      why={
        mayMerge
          ? "Choose the other record of this patient. Both are compared before anything changes."
          : "Choose the other record of this patient. The doctor compares both and decides."
      }
      except={patientId}
      onChosen={(otherId) =>
        void (mayMerge
          ? compare(otherId)
          : propose.mutateAsync({ body: { patientId, otherId } }).then(onClose, () => undefined))
      }
      onClose={onClose}
    />
  );
}
