import * as z from "zod/mini";
import { type Task, TaskDraft } from "#features/tasks/contract.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { optionalDay } from "#shared/formats/fields.ts";
import { clockOf, END_OF_DAY } from "./task-words.ts";

const { title, description, priority } = TaskDraft.shape;

/** Date and time are typed separately, and are one instant in Manila in the task. */
export const TaskForm = z
  .object({
    title,
    description,
    dueDay: optionalDay,
    dueTime: z.string().check(z.regex(/^(\d\d:\d\d)?$/, "Enter a time, like 2:30 PM")),
    priority,
    /** Empty for nobody. */
    assignee: z.string(),
  })
  .check((checked) => {
    const { dueDay, dueTime } = checked.value;
    if (dueTime && !dueDay)
      checked.issues.push({
        code: "custom",
        path: ["dueDay"],
        input: dueDay,
        message: "Enter a date as well, or clear the time",
      });
  });

export const typedTask = (task: Task | null) => {
  const clock = task?.dueDate ? clockOf(task.dueDate) : "";
  return {
    title: task?.title ?? "",
    description: task?.description ?? "",
    dueDay: task?.dueDate ? manilaDay(new Date(task.dueDate)) : "",
    dueTime: clock === END_OF_DAY ? "" : clock,
    priority: task?.priority ?? ("Medium" as const),
    assignee: task?.assignedToId ? String(task.assignedToId) : "",
  };
};

export const bodyOf = ({ dueDay, dueTime, assignee, ...typed }: z.output<typeof TaskForm>) => ({
  ...typed,
  dueDate: dueDay ? new Date(`${dueDay}T${dueTime || END_OF_DAY}:00+08:00`).toISOString() : null,
  assignedToId: assignee ? Number(assignee) : null,
});
