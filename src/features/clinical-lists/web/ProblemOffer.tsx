import { ListPlus } from "lucide-react";
import { addProblem, changeProblem, summary } from "#features/clinical-lists/contract.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";

/** The longest words of a problem. */
const LONGEST = 255;

/** Offers a consultation's diagnosis to the problem list, where it is not on it (decision C13). */
export function ProblemOffer({ patientId, diagnosis }: { patientId: number; diagnosis: string | null }) {
  const params = { id: String(patientId) };
  const problems = useCall(summary, { params }).data?.problems;
  const mayAdd = useCan()(addProblem);
  const takeBack = useEndpointMutation(changeProblem, {
    done: null,
    failed: { title: "Error", fallback: "Failed to take it back" },
  });
  const add = useEndpointMutation(addProblem, {
    done: ({ words = "The diagnosis" }) => `${words} added to the problems`,
    failed: { title: "Error", fallback: "Failed to add the problem" },
    undo: ({ id }) =>
      takeBack.mutate({ params: { ...params, rowId: String(id) }, body: { state: "entered_in_error" } }),
  });
  const words = diagnosis?.replace(/\s+/g, " ").trim() ?? "";
  const isListed = problems?.rows.some((row) => row.words.toLowerCase() === words.toLowerCase());
  if (!mayAdd || !problems || isListed || words === "" || words.length > LONGEST) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<ListPlus />}
      busy={add.isPending}
      aria-label={`Add ${words} to problems`}
      onClick={() => add.mutate({ params, body: { words } })}
    >
      Add to problems
    </Button>
  );
}
