import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { addTask } from "#features/tasks/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useOpenTasks } from "./use-open-tasks.ts";

// A clinic without tasks does not load it.
const TaskRows = lazyPart(() => import("./TaskRows.tsx"), "TaskRows");
const TaskDialog = lazyPart(() => import("./TaskDialog.tsx"), "TaskDialog");

const skeleton = <SkeletonRows rows={3} initials={false} />;

/** The three tasks that are due first, next to today's patients. */
export function TaskWidget({ onAll }: { onAll: () => void }) {
  const { tasks, read } = useOpenTasks();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      flush
      title="Task Management"
      actions={
        <Button variant="link" size="sm" onClick={onAll}>
          All tasks
        </Button>
      }
      foot={
        <IfCan do={addTask}>
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            onPointerEnter={TaskDialog.preload}
            onFocus={TaskDialog.preload}
            onClick={() => setAdding(true)}
          >
            Add New Task
          </Button>
        </IfCan>
      }
    >
      <QueryList
        query={read}
        rowsOf={() => tasks ?? []}
        title="Failed to fetch tasks"
        skeleton={skeleton}
        label="Loading tasks"
        empty={<p className="px-4 py-3 text-sm text-ink-2">No tasks found</p>}
      >
        {(rows) => (
          <Suspense fallback={<Waiting label="Loading tasks" skeleton={skeleton} />}>
            <TaskRows label="Tasks due first" tasks={rows} leavesOnTick isBrief />
          </Suspense>
        )}
      </QueryList>
      <Suspense fallback={null}>
        {isAdding && <TaskDialog task={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </Section>
  );
}
