import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { changeTask, listTasks, type Task, type TaskStatus } from "#features/tasks/contract.ts";
import { queryKeyOf, useEndpointMutation } from "#web/data/calls.ts";

type Pages = { pages: { rows: Task[]; next: string | null; total: number | null }[] };
type TasksQuery = { query?: { status?: TaskStatus } };

/** Ticks or unticks: updates every list optimistically, and the toast's Undo reverts it. */
export function useTick(): (task: Task) => void {
  const queries = useQueryClient();
  const lists = { queryKey: queryKeyOf(listTasks) };
  /** Just undone: no toast for these. */
  const undone = useRef(new Set<number>());
  const send = useEndpointMutation(changeTask, {
    done: ({ id, title }) =>
      undone.current.delete(id) ? null : { title: "Task Updated", description: title },
    failed: { title: "Error", fallback: "Failed to update task" },
    undo: (task) => {
      undone.current.add(task.id);
      tick(task);
    },
    inOrder: true,
  });

  const show = (id: number, status: TaskStatus) => {
    // A refetch in progress would show the row again for a moment.
    void queries.cancelQueries(lists);
    for (const [key, known] of queries.getQueriesData<Pages>({ queryKey: [...lists.queryKey, "pages"] })) {
      if (!known?.pages.some(({ rows }) => rows.some((row) => row.id === id))) continue;
      const listed = (key.at(-1) as TasksQuery).query?.status;
      const leaves = listed !== undefined && listed !== status;
      queries.setQueryData<Pages>(key, {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          rows: leaves
            ? page.rows.filter((row) => row.id !== id)
            : page.rows.map((row) => (row.id === id ? { ...row, status } : row)),
          total: page.total === null || !leaves ? page.total : page.total - 1,
        })),
      });
    }
  };

  const tick = ({ id, status: before }: Task): void => {
    const status: TaskStatus = before === "Done" ? "Pending" : "Done";
    show(id, status);
    void send
      .mutateAsync({ params: { id: String(id) }, body: { status } })
      .catch(() => undone.current.delete(id));
  };
  return tick;
}
