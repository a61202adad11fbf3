import { deleteTask, type Task } from "#features/tasks/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";

/** The confirmation before a task is deleted. */
export function DeleteTaskDialog({
  task,
  onClose,
  onDeleted,
}: {
  task: Task;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useEndpointMutation(deleteTask, {
    done: "Task Deleted",
    failed: { title: "Error", fallback: "Failed to delete task" },
  });
  return (
    <ConfirmDialog
      open
      danger
      title="Delete Task"
      description="Are you sure you want to delete this task?"
      onClose={onClose}
      confirmLabel="Delete Task"
      busyLabel="Deleting…"
      onConfirm={() =>
        remove.mutateAsync({ params: { id: String(task.id) } }).then(onDeleted, () => undefined)
      }
    >
      <p className="font-medium wrap-anywhere">{task.title}</p>
    </ConfirmDialog>
  );
}
