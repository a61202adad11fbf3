import { dismissDuplicate } from "#features/merges/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";

/** Two different people: the pair is not proposed again. */
export const useDismiss = () =>
  useEndpointMutation(dismissDuplicate, {
    done: {
      title: "Not the Same Person",
      description: "This pair is not shown again. A record can still be merged from its own page.",
    },
    failed: { title: "Error", fallback: "The pair could not be dismissed" },
  });
