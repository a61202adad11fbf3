import { Suspense, useState } from "react";
import { listTasks, type TaskStatus, taskStatuses } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { firstTasks } from "./use-open-tasks.ts";

// A staff member without tasks does not load it.
const TaskRows = lazyPart(() => import("./TaskRows.tsx"), "TaskRows");

const skeleton = <SkeletonRows rows={2} initials={false} />;

/** Tasks of the signed-in staff member, with checkboxes. */
export function OwnTasks() {
  const [status, setStatus] = useState<TaskStatus>(firstTasks.status);
  const read = usePages(listTasks, { query: { ...firstTasks, status } }, { refetchOnMount: "always" });
  return (
    <Section
      flush
      title="My Tasks"
      actions={
        <Segment<TaskStatus>
          label="Status"
          options={taskStatuses.map((value) => ({ value, label: value }))}
          value={status}
          onChange={setStatus}
        />
      }
    >
      <QueryList
        query={read}
        title="Failed to fetch tasks"
        skeleton={skeleton}
        label="Loading tasks"
        empty={<p className="px-4 py-3 text-sm text-ink-2">No tasks found</p>}
      >
        {(tasks, foot) => (
          <Suspense fallback={<Waiting label="Loading tasks" skeleton={skeleton} />}>
            <TaskRows label="My tasks" tasks={tasks} leavesOnTick isOwn />
            {read.hasNextPage && foot}
          </Suspense>
        )}
      </QueryList>
    </Section>
  );
}
