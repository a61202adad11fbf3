import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { changeTask, deleteTask, type Task } from "#features/tasks/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import type { Tone } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { LongText } from "#web/ui/LongText.tsx";
import { assigneeOf, dueInWords, dueLabel, dueTone, priorityTone } from "./task-words.ts";
import { useTick } from "./use-tick.ts";

/** Tasks, each with a checkbox. */
export function TaskRows({
  tasks,
  label,
  leavesOnTick,
  isBrief = false,
  isOwn = false,
  onEdit,
  onDelete,
}: {
  tasks: readonly Task[];
  label: string;
  /** The list contains only one status. */
  leavesOnTick: boolean;
  /** Title and one line, for a dashboard. */
  isBrief?: boolean;
  /** All tasks are the user's own, so the assignee is not shown. */
  isOwn?: boolean;
  onEdit?: (task: Task) => void;
  onDelete?: (task: Task) => void;
}) {
  const today = useToday();
  const tick = useTick();
  const list = useRef<HTMLUListElement>(null);
  const ticked = useRef<number | null>(null);
  // A row that moves in the document loses the focus.
  useEffect(() => {
    if (ticked.current === null) return;
    const box = list.current?.querySelector<HTMLElement>(`[data-task="${ticked.current}"]`);
    if (document.activeElement === document.body) box?.focus();
    else if (document.activeElement !== box) ticked.current = null;
  });
  return (
    <ul ref={list} aria-label={label}>
      {tasks.map((task, index) => (
        <TaskRow
          key={task.id}
          {...{ task, today, isBrief, isOwn, onEdit, onDelete }}
          onTick={() => {
            if (leavesOnTick) focusNeighbour(list.current, index);
            else ticked.current = task.id;
            tick(task);
          }}
        />
      ))}
    </ul>
  );
}

/** When the focused row is removed, the next checkbox, the previous one or the list's first button gets the focus. */
function focusNeighbour(list: HTMLElement | null, index: number): void {
  const boxes = [...(list?.querySelectorAll<HTMLElement>("[data-task]") ?? [])];
  const next = boxes[index + 1] ?? boxes[index - 1] ?? list?.closest("section")?.querySelector("button");
  next?.focus();
}

function TaskRow({
  task,
  today,
  isBrief,
  isOwn,
  onTick,
  onEdit,
  onDelete,
}: {
  task: Task;
  today: string;
  isBrief: boolean;
  isOwn: boolean;
  onTick: () => void;
  onEdit?: ((task: Task) => void) | undefined;
  onDelete?: ((task: Task) => void) | undefined;
}) {
  const { id, title, description, dueDate, priority, status } = task;
  const isDone = status === "Done";
  return (
    <li
      className={cx(
        "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 border-t border-line py-2 wrap-anywhere first:border-t-0",
        isBrief ? "mx-4" : "px-4",
      )}
    >
      <Checkbox
        data-task={id}
        checked={isDone}
        onChange={onTick}
        label={
          <span className={cx("font-medium", isDone && "text-ink-3 line-through", isBrief && "line-clamp-2")}>
            {title}
          </span>
        }
      />
      {(onEdit || onDelete) && (
        <div className="flex md:-my-0.75">
          {onEdit && (
            <IfCan do={changeTask}>
              <IconButton size="sm" label={`Edit ${title}`} icon={<Pencil />} onClick={() => onEdit(task)} />
            </IfCan>
          )}
          {onDelete && (
            <IfCan do={deleteTask}>
              <IconButton
                size="sm"
                label={`Delete ${title}`}
                icon={<Trash2 />}
                onClick={() => onDelete(task)}
              />
            </IfCan>
          )}
        </div>
      )}
      {/* On a phone also below the buttons, and close to a title that is as high as a touch target. */}
      <div className="col-start-1 row-start-2 pl-7 text-sm text-ink-2 max-md:col-span-2 max-md:-mt-1 max-md:pl-8">
        {!isBrief && description && <LongText text={description} />}
        <p className="text-ink-3">
          {isDone ? "Done" : <Word tone={dueTone(dueDate, today)}>{dueLabel(dueDate, today)}</Word>}
          {!isBrief && !isDone && dueDate && (
            <>
              {" · "}
              <time dateTime={dueDate}>{dueInWords(dueDate)}</time>
            </>
          )}
          {" · "}
          <Word tone={priorityTone[priority]} isStrong>
            {priority}
          </Word>
          {!isOwn && (
            <>
              {" · "}
              <span className={isBrief ? "whitespace-nowrap" : undefined}>{assigneeOf(task, isBrief)}</span>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

const colours: Record<Tone, string> = {
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  info: "text-info",
  quiet: "text-ink-2",
};

const Word = ({ tone, isStrong, children }: { tone: Tone; isStrong?: boolean; children: ReactNode }) => (
  <span className={cx("whitespace-nowrap", colours[tone], isStrong && "font-medium")}>{children}</span>
);
