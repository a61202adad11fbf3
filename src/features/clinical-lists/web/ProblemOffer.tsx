import { ListPlus } from "lucide-react";
import { addProblem, changeProblem } from "#features/clinical-lists/contract.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";

/** The longest words of a problem. */
const LONGEST = 255;

/** Offers to add a consultation's diagnoses, with their codes, to the problem list, unless they are on it. */
export function ProblemOffer({
  patientId,
  diagnosis,
  diagnoses,
  isConfidential,
}: {
  patientId: number;
  diagnosis: string | null;
  diagnoses: readonly Diagnosis[];
  /** Whether the consultation is confidential; its problem is then as well. */
  isConfidential: boolean;
}) {
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
  const each = diagnoses.length > 0 ? diagnoses : [{ words, code: null }];
  const offered = each.filter(
    (one) =>
      one.words !== "" &&
      one.words.length <= LONGEST &&
      !problems?.some(
        (row) =>
          row.words.toLowerCase() === one.words.toLowerCase() || (one.code !== null && row.code === one.code),
      ),
  );
  const press = ({ code, words }: (typeof each)[number]) =>
    each.length > 1 ? `Add ${code ?? words} to problems` : "Add to problems";
  if (!mayAdd || !problems || offered.length === 0) return null;
  return (
    <>
      {offered.map((one) => (
        <Button
          key={`${one.code} ${one.words}`}
          size="sm"
          variant="ghost"
          icon={<ListPlus />}
          busy={add.isPending && add.variables?.body?.words === one.words}
          aria-label={`${press(one)}: ${one.words}`}
          onClick={() =>
            add.mutate({
              params,
              body: {
                words: one.words,
                ...(one.code !== null && { code: one.code }),
                ...(isConfidential && { isConfidential }),
              },
            })
          }
        >
          {press(one)}
        </Button>
      ))}
    </>
  );
}
