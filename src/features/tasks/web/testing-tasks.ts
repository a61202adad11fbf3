import type { Task } from "#features/tasks/contract.ts";

export const marites = { id: 2, firstName: "Marites", lastName: "Bañez", isActive: true };

/** A task as the server returns it, without assignee and due date. */
export const aTask = (id: number, changed: Partial<Task> = {}): Task => ({
  id,
  title: `Task ${id}`,
  description: null,
  dueDate: null,
  priority: "Medium",
  status: "Pending",
  assignedToId: changed.assignedTo?.id ?? null,
  assignedTo: null,
  clinicId: 1,
  createdById: 1,
  createdAt: "2026-11-19T01:00:00Z",
  updatedAt: "2026-11-19T01:00:00Z",
  ...changed,
});
