import { ListTodo, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { addTask, listTasks, type Task, type TaskStatus, taskStatuses } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { DeleteTaskDialog } from "./DeleteTaskDialog.tsx";
import { TaskDialog } from "./TaskDialog.tsx";
import { TaskRows } from "./TaskRows.tsx";

const PAGE = "25";
const views = [
  { value: "All", label: "All Tasks" },
  ...taskStatuses.map((value) => ({ value, label: value })),
] as const;

const readStatus = (raw: unknown): { status?: TaskStatus } => {
  const status = taskStatuses.find((known) => known === (raw as { status?: unknown }).status);
  return status ? { status } : {};
};

/** All tasks of the clinic: open ones by day, then done ones. */
export function TaskManagement() {
  const { search, change } = useAddressSearch<{ status?: TaskStatus | undefined }>(readStatus);
  const [open, setOpen] = useState<{ task: Task | null } | null>(null);
  const [deleting, setDeleting] = useState<{ task: Task; position: number } | null>(null);
  const { status } = search;
  const screen = useRef<HTMLDivElement>(null);
  /** Position in the list of the task that was just deleted. */
  const emptied = useRef<number | null>(null);
  const boxes = () => [...(screen.current?.querySelectorAll<HTMLElement>("[data-task]") ?? [])];
  // The row that opened the dialog is gone: the focus moves to the one in its position.
  useEffect(() => {
    if (deleting || emptied.current === null) return;
    const left = boxes();
    (left[Math.min(emptied.current, left.length - 1)] ?? screen.current?.querySelector("button"))?.focus();
    emptied.current = null;
  });
  return (
    <div ref={screen} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="max-md:w-full">
          <Segment<TaskStatus | "All">
            label="Status"
            options={views}
            value={status ?? "All"}
            onChange={(next) => change({ status: next === "All" ? undefined : next })}
          />
        </div>
        <AddButton onPress={() => setOpen({ task: null })} className="max-md:w-full" />
      </div>
      <Tasks
        status={status}
        onEdit={(task) => setOpen({ task })}
        onDelete={(task) =>
          setDeleting({ task, position: boxes().findIndex((box) => box.dataset.task === String(task.id)) })
        }
        onAll={() => change({ status: undefined })}
      />
      {open && <TaskDialog task={open.task} onClose={() => setOpen(null)} />}
      {deleting && (
        <DeleteTaskDialog
          task={deleting.task}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            emptied.current = deleting.position;
            setDeleting(null);
          }}
        />
      )}
    </div>
  );
}

const AddButton = ({ onPress, className }: { onPress: () => void; className?: string }) => (
  <IfCan do={addTask}>
    <Button variant="primary" className={className} icon={<Plus />} onClick={onPress}>
      Add New Task
    </Button>
  </IfCan>
);

function Tasks({
  status,
  onEdit,
  onDelete,
  onAll,
}: {
  status: TaskStatus | undefined;
  onEdit: (task: Task) => void;
  onDelete: (task: Task) => void;
  onAll: () => void;
}) {
  const read = usePages(
    listTasks,
    { query: { limit: PAGE, ...(status && { status }) } },
    { refetchOnMount: "always" },
  );
  return (
    <Section flush className={read.isPlaceholderData ? "opacity-60" : ""}>
      <QueryList
        query={read}
        title="Failed to fetch tasks"
        skeleton={<SkeletonRows rows={4} initials={false} />}
        label="Loading tasks"
        level={2}
        empty={
          <Empty
            level={2}
            icon={<ListTodo />}
            title="No tasks found"
            {...(status
              ? {
                  why: status === "Done" ? "Nothing has been ticked yet." : "Everything is done.",
                  action: <Button onClick={onAll}>Show All Tasks</Button>,
                }
              : { why: "Tasks you add appear here until they are done. You can assign them to staff." })}
          />
        }
      >
        {(tasks, foot) => (
          <>
            <TaskRows
              label="Tasks"
              tasks={tasks}
              leavesOnTick={status !== undefined}
              onEdit={onEdit}
              onDelete={onDelete}
            />
            {foot}
          </>
        )}
      </QueryList>
    </Section>
  );
}
