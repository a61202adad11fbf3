import { addTask, listTasks } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";

/** How many the dashboard shows. */
const FIRST = "3";

/** The tasks of the clinic that are due first, and how many are open in all; nothing for who does not see all. */
export function useOpenTasks() {
  const enabled = useCan()(addTask);
  const read = usePages(
    listTasks,
    { query: { status: "Pending", limit: FIRST } },
    { enabled, refetchOnMount: "always" },
  );
  const [page] = read.data?.pages ?? [];
  return { read, tasks: page?.rows, total: page?.total ?? undefined };
}
