import type { FormEvent } from "react";
import { addTask, changeTask, clinicUsers, type Task, taskPriorities } from "#features/tasks/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useCall, useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { bodyOf, changesOf, TaskForm, typedTask } from "./task-form.ts";
import { nameOf } from "./task-words.ts";

/** Adds a task, or changes one. */
export function TaskDialog({ task, onClose }: { task: Task | null; onClose: () => void }) {
  const form = useZodForm(TaskForm, { defaultValues: typedTask(task) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const today = useToday();
  const draft = useDraft(form, { form: "task", record: task?.id });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const users = useCall(clinicUsers, {}, { refetchOnMount: "always" });
  const add = useEndpointMutation(addTask, { done: "Task Created", failed: null, act: draft.act });
  const change = useEndpointMutation(changeTask, { done: "Task Updated", failed: null });

  const save = async (body: ReturnType<typeof bodyOf>) => {
    if (!task) await add.mutateAsync({ body });
    else {
      const changes = changesOf(task, body);
      if (Object.keys(changes).length > 0)
        await change.mutateAsync({ params: { id: String(task.id) }, body: changes });
    }
    draft.forget();
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(
      (typed) =>
        save(bodyOf(typed)).catch((error: unknown) => {
          if (isApiError(error)) applyServerFields(form, error);
          showFailure(error, {
            title: "Error",
            fallback: task ? "Failed to update task" : "Failed to create task",
          });
        }),
      (wrong) => {
        if (wrong.title?.message)
          notify({ kind: "error", title: "Validation Error", description: wrong.title.message });
      },
    )(event);
  };

  // The assignee is listed also while the others load, and when the account is inactive.
  const known = users.data ?? [];
  const assigned = task?.assignedTo;
  const choices = assigned && !known.some(({ id }) => id === assigned.id) ? [assigned, ...known] : known;
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title={task ? "Edit Task" : "Add New Task"}
      size="sm"
      onSubmit={submit}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSubmitting}
          save={task ? "Save Task" : "Add Task"}
        />
      }
    >
      <div className="grid gap-4">
        <DraftOffer draft={draft} />
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
      </div>
      {question}
    </Dialog>
  );
}
