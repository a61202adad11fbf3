import type { Task, TaskChanges, TaskDraft } from "#features/tasks/contract.ts";
import { mayChange, type TaskScope } from "#features/tasks/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyUsers } from "#server/notifications.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, forbidden, invalidField, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { isSameInstant } from "#shared/formats/instants.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { countTasks, findTask } from "./list-tasks.ts";

/** Open tasks of a clinic. One statement creates the notices of due tasks for all clinics, so it must stay short. */
const mostOpen = 1000;

async function requireRoom(clinic: ClinicScope): Promise<void> {
  if ((await countTasks(clinic, "all", "Pending")) >= mostOpen)
    throw new Failure("unusable", `The clinic has ${mostOpen} open tasks. Mark some as done first.`);
}

function requireDueDay(dueDate: string | null | undefined, now: Date): void {
  if (dueDate) requireDay("task", manilaDay(new Date(dueDate)), "dueDate", { today: manilaDay(now) });
}

export function insertTask(clinic: ClinicScope, draft: TaskDraft, now: Date): Promise<Task> {
  return clinic.transaction(async (joined) => {
    const { dueDate, ...entered } = withoutUndefined(draft);
    requireDueDay(dueDate, now);
    await requireRoom(joined);
    if (entered.assignedToId) await requireActiveUser(joined, entered.assignedToId);
    const at = now.toISOString();
    const { id } = await joined.db
      .insertInto("tasks")
      .values({
        ...entered,
        dueAt: dueDate ?? null,
        clinicId: joined.id,
        createdById: joined.userId,
        createdAt: at,
        updatedAt: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const task = await findTask(joined, "all", id);
    await notifyAssignee(joined, task, now);
    return task;
  });
}

/** Updates the fields that are sent. Users who only see their own tasks may change the status and nothing else. */
export function updateTask(
  clinic: ClinicScope,
  scope: TaskScope,
  { id, changes, now }: { id: number; changes: TaskChanges; now: Date },
): Promise<Task> {
  return clinic.transaction(async (joined) => {
    const before = await findTask(joined, scope, id);
    if (!mayChange(scope, changes)) throw forbidden();
    const { dueDate, ...entered } = withoutUndefined(changes);
    if (dueDate && !isSameInstant(dueDate, before.dueDate)) requireDueDay(dueDate, now);
    if (entered.status === "Pending" && before.status === "Done") await requireRoom(joined);
    const isGiven = Boolean(entered.assignedToId) && entered.assignedToId !== before.assignedToId;
    if (isGiven && entered.assignedToId) await requireActiveUser(joined, entered.assignedToId);
    await joined.db
      .updateTable("tasks")
      .set({ ...entered, ...(dueDate !== undefined && { dueAt: dueDate }), updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    const task = await findTask(joined, scope, id);
    if (isGiven) await notifyAssignee(joined, task, now);
    return task;
  });
}

export async function removeTask(clinic: ClinicScope, id: number): Promise<{ id: number }> {
  return clinic.db
    .deleteFrom("tasks")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow(() => notFound("Task"));
}

/**
 * Gives the open tasks of one user to another, who is notified once; the acting user is not.
 * @throws Failure invalid if that account is not an active one of the clinic.
 */
export async function handOverTasks(
  clinic: ClinicScope,
  { from, to, now }: { from: number; to: number; now: Date },
): Promise<void> {
  await requireActiveUser(clinic, to);
  const given = await clinic.db
    .updateTable("tasks")
    .set({ assignedToId: to, updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("assignedToId", "=", from)
    .where("status", "=", "Pending")
    .returning(["id", "title"])
    .execute();
  if (to !== clinic.userId) await notifyOfTasks(clinic, to, given, now);
}

async function requireActiveUser(clinic: ClinicScope, id: number): Promise<void> {
  const user = await clinic.db
    .selectFrom("users")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("isActive", "=", true)
    .executeTakeFirst();
  if (!user)
    throw invalidField("assignedToId", "This person has no active account in your clinic. Choose another.");
}

/** Users are not notified of tasks they assign to themselves. */
async function notifyAssignee(clinic: ClinicScope, { id, title, status, assignedToId }: Task, now: Date) {
  if (assignedToId === null || assignedToId === clinic.userId || status === "Done") return;
  await notifyOfTasks(clinic, assignedToId, [{ id, title }], now);
}

/** One notice for all of them, which opens the first. */
async function notifyOfTasks(
  clinic: ClinicScope,
  userId: number,
  [first, ...others]: readonly Pick<Task, "id" | "title">[],
  now: Date,
): Promise<void> {
  if (!first) return;
  const notice = {
    title: others.length === 0 ? "Task assigned" : `${others.length + 1} tasks assigned`,
    message: others.length === 0 ? first.title : `${first.title}, and ${others.length} more`,
    actionType: "task",
    actionData: { taskId: first.id },
  } as const;
  await notifyUsers(clinic, [userId], notice, now);
}
