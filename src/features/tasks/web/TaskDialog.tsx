import { addTask, changeTask, clinicUsers, type Task, taskPriorities } from "#features/tasks/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { bodyOf, TaskForm, typedTask } from "./task-form.ts";
import { nameOf } from "./task-words.ts";

/** Adds a task, or changes one. */
export function TaskDialog({ task, onClose }: { task: Task | null; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(task ? changeTask : addTask, TaskForm, {
    defaultValues: typedTask(task),
    draft: { form: "task", record: task?.id },
    onInvalid: ({ title }) => {
      if (title?.message) notify({ kind: "error", title: "Validation Error", description: title.message });
    },
    request: (typed, opened) => {
      const body = bodyOf(typed);
      if (!task) return { body };
      const changes = changedFrom(bodyOf(opened), body);
      return Object.keys(changes).length > 0 ? { params: { id: String(task.id) }, body: changes } : null;
    },
    done: task ? "Task Updated" : "Task Created",
    failed: task ? "Failed to update task" : "Failed to create task",
    onClose,
  });
  const today = useToday();
  const users = useCall(clinicUsers, {}, { refetchOnMount: "always" });

  // The assignee is listed also while the others load, and when the account is inactive.
  const known = users.data ?? [];
  const assigned = task?.assignedTo;
  const choices = assigned && !known.some(({ id }) => id === assigned.id) ? [assigned, ...known] : known;
  return (
    <FormDialog
      {...dialog}
      title={task ? "Edit Task" : "Add New Task"}
      size="sm"
      save={task ? "Save Task" : "Add Task"}
    >
      <Field label="Title" required error={errors.title?.message}>
        <TextInput maxLength={255} autoComplete="off" {...form.register("title")} />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <TextArea rows={3} {...form.register("description")} />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-3">
        <Field label="Due date" optional error={errors.dueDay?.message}>
          <DateInput {...form.register("dueDay")} {...dateBounds("task", { today })} />
        </Field>
        <Field label="Time" optional error={errors.dueTime?.message}>
          <TextInput type="time" {...form.register("dueTime")} />
        </Field>
      </div>
      <Field label="Priority" error={errors.priority?.message}>
        <Select options={taskPriorities} {...form.register("priority")} />
      </Field>
      <Field
        label="Assign to"
        error={errors.assignee?.message ?? (users.error ? "Failed to fetch users" : undefined)}
        aside={
          users.error && (
            <Button
              variant="link"
              size="sm"
              busy={users.isFetching}
              busyLabel="Trying…"
              onClick={() => void users.refetch()}
            >
              Try Again
            </Button>
          )
        }
      >
        <Select {...form.register("assignee")}>
          <option value="">Unassigned</option>
          {choices.map((user) => (
            <option key={user.id} value={user.id}>
              {nameOf(user)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  );
}
