import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { messageLine, optionalInstant, optionalMessage, pageSize } from "#shared/formats/fields.ts";

export const taskPriorities = ["Low", "Medium", "High"] as const;
export const taskStatuses = ["Pending", "Done"] as const;
export type TaskPriority = (typeof taskPriorities)[number];
export type TaskStatus = (typeof taskStatuses)[number];

/** A user of the clinic to whom a task can be assigned. */
export const Assignee = z.object({ id: Id, firstName: z.string(), lastName: z.string() });
export type Assignee = z.output<typeof Assignee>;

export const Task = z.object({
  id: Id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** An instant. */
  dueDate: z.nullable(z.string()),
  priority: z.enum(taskPriorities),
  status: z.enum(taskStatuses),
  assignedToId: z.nullable(Id),
  /** The same with the name, which stays after the account was deactivated. */
  assignedTo: z.nullable(z.extend(Assignee, { isActive: z.boolean() })),
  clinicId: Id,
  createdById: Id,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Task = z.output<typeof Task>;

const parts = {
  title: messageLine("Task title is required"),
  description: optionalMessage(20_000),
  dueDate: optionalInstant,
  priority: z.enum(taskPriorities, { error: "Priority must be Low, Medium or High" }),
  status: z.enum(taskStatuses, { error: "Status must be Pending or Done" }),
  assignedToId: z.nullable(z.int({ error: "Choose somebody of the clinic" }).check(z.positive())),
} as const;

/** A field that is not sent stays as it is. */
export const TaskChanges = z.partial(z.strictObject(parts));
export type TaskChanges = z.output<typeof TaskChanges>;
export const TaskDraft = z.extend(TaskChanges, { title: parts.title });
export type TaskDraft = z.output<typeof TaskDraft>;

/** Active users of the own clinic, by name. */
export const clinicUsers = endpoint({
  method: "GET",
  path: "/api/users",
  access: "member",
  audit: null,
  reads: ["users"],
  response: z.array(Assignee),
});
/**
 * The owner sees all of the clinic, others those assigned to them. Open ones by due date, then done ones, newest
 * first. Without `limit` all of them; with it one page, and `X-Next-Cursor` when there is another.
 */
export const listTasks = endpoint({
  method: "GET",
  path: "/api/tasks",
  access: "member",
  audit: null,
  reads: ["tasks", "users"],
  query: z.object({
    status: z.optional(z.enum(taskStatuses, { error: "Use Pending or Done" })),
    limit: z.optional(pageSize),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  response: z.array(Task),
});
export const addTask = endpoint({
  method: "POST",
  path: "/api/tasks",
  access: "doctor",
  audit: null,
  changes: ["tasks"],
  body: TaskDraft,
  response: Task,
});
/** Users other than the owner can only change the `status` of their own tasks. */
export const changeTask = endpoint({
  method: "PATCH",
  path: "/api/tasks/:id",
  access: "member",
  audit: null,
  changes: ["tasks"],
  body: TaskChanges,
  response: Task,
});
export const deleteTask = endpoint({
  method: "DELETE",
  path: "/api/tasks/:id",
  access: "doctor",
  audit: null,
  changes: ["tasks"],
  response: z.object({ id: Id }),
});
