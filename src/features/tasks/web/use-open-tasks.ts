import { listTasks } from "#features/tasks/contract.ts";
import { scopeOf } from "#features/tasks/rules.ts";
import { usePages } from "#web/data/calls.ts";
import { useCurrentUser } from "#web/data/session.tsx";

/** How many the dashboard shows. */
const FIRST = "3";

/** The clinic's tasks that are due first, and the number of open ones; nothing for users who do not see all. */
export function useOpenTasks() {
  const user = useCurrentUser().data;
  const enabled = Boolean(user && scopeOf(user) === "all");
  const read = usePages(
    listTasks,
    { query: { status: "Pending", limit: FIRST } },
    { enabled, refetchOnMount: "always" },
  );
  const [page] = read.data?.pages ?? [];
  return { read, tasks: page?.rows, total: page?.total ?? undefined };
}
