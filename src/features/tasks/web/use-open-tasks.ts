import { listTasks } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** The tasks that are due first: one request for the menu's count, the dashboard and a staff member's list. */
export const firstTasks = { status: "Pending", limit: "5" } as const;

/** How many of them the owner's dashboard shows. */
const FEW = 3;

/** The tasks that are due first, and the number of open ones: the clinic's for its owner, for others their own. */
export function useOpenTasks() {
  const enabled = useCan()(listTasks);
  const read = usePages(listTasks, { query: firstTasks }, { enabled, refetchOnMount: "always" });
  const [page] = read.data?.pages ?? [];
  return { read, tasks: page?.rows.slice(0, FEW), total: page?.total ?? undefined };
}
