import { useState } from "react";
import { listTasks, type TaskStatus, taskStatuses } from "#features/tasks/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { LoadMore } from "#web/ui/lists/LoadMore.tsx";
import { TaskRows } from "./TaskRows.tsx";

const PAGE = "5";

/** Tasks of the signed-in staff member, with checkboxes. */
export function OwnTasks() {
  const [status, setStatus] = useState<TaskStatus>("Pending");
  const read = usePages(listTasks, { query: { status, limit: PAGE } }, { refetchOnMount: "always" });
  const tasks = read.data?.pages.flatMap(({ rows }) => rows);
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
      {!tasks && read.error ? (
        <ErrorState
          title="Failed to fetch tasks"
          why={read.error.shown("The list could not be read.")}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      ) : !tasks ? (
        <Waiting
          skeleton={<SkeletonRows rows={2} initials={false} />}
          onRetry={() => void read.refetch()}
          label="Loading tasks"
        />
      ) : tasks.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-2">No tasks found</p>
      ) : (
        <>
          <TaskRows label="My tasks" tasks={tasks} leavesOnTick isOwn />
          {read.hasNextPage && (
            <LoadMore
              shown={tasks.length}
              total={read.data?.pages[0]?.total ?? undefined}
              onMore={() => void read.fetchNextPage()}
              busy={read.isFetchingNextPage}
            />
          )}
        </>
      )}
    </Section>
  );
}
