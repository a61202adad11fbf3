import { listTasks } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** How many the dashboard shows. */
const FIRST = "3";

/** The tasks that are due first, and the number of open ones: the clinic's for its owner, for others their own. */
export function useOpenTasks() {
  const enabled = useCan()(listTasks);
  const read = usePages(
    listTasks,
    { query: { status: "Pending", limit: FIRST } },
    { enabled, refetchOnMount: "always" },
  );
  const [page] = read.data?.pages ?? [];
  return { read, tasks: page?.rows, total: page?.total ?? undefined };
}
