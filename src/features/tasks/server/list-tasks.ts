import { sql } from "kysely";
import { type Assignee, type Task, type TaskStatus, taskStatuses } from "#features/tasks/contract.ts";
import type { TaskScope } from "#features/tasks/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { fromCursor } from "#server/http/cursor.ts";
import { notFound } from "#shared/errors.ts";

type TaskPage = {
  status?: TaskStatus | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Active users of the clinic, by name. */
export const listUsers = (clinic: ClinicScope): Promise<Assignee[]> =>
  clinic.db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("clinicId", "=", clinic.id)
    .where("isActive", "=", true)
    .orderBy("firstName")
    .orderBy("lastName")
    .orderBy("id")
    .execute();

/** Literals: parameters would prevent generic plans from using the partial indexes. */
const inStatus = {
  Pending: sql<boolean>`tasks.status = 'Pending'`,
  Done: sql<boolean>`tasks.status = 'Done'`,
} as const;
const dueOrNever = sql<string>`coalesce(tasks.due_at, 'infinity'::timestamptz)`;

const tasksOf = (clinic: ClinicScope, scope: TaskScope) => {
  const tasks = clinic.db.selectFrom("tasks").where("tasks.clinicId", "=", clinic.id);
  return scope === "own" ? tasks.where("tasks.assignedToId", "=", clinic.userId) : tasks;
};

const selectTasks = (clinic: ClinicScope, scope: TaskScope) =>
  tasksOf(clinic, scope)
    .leftJoin("users", (join) =>
      join.onRef("users.clinicId", "=", "tasks.clinicId").onRef("users.id", "=", "tasks.assignedToId"),
    )
    .select([
      "tasks.id",
      "tasks.title",
      "tasks.description",
      "tasks.dueAt",
      "tasks.priority",
      "tasks.status",
      "tasks.assignedToId",
      "tasks.clinicId",
      "tasks.createdById",
      "tasks.createdAt",
      "tasks.updatedAt",
      "users.firstName",
      "users.lastName",
      "users.isActive",
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof selectTasks>["executeTakeFirstOrThrow"]>>;

const asTask = ({ dueAt, firstName, lastName, isActive, ...row }: Row): Task => ({
  ...row,
  dueDate: dueAt,
  priority: row.priority as Task["priority"],
  status: row.status as TaskStatus,
  assignedTo:
    row.assignedToId === null
      ? null
      : {
          id: row.assignedToId,
          firstName: firstName ?? "",
          lastName: lastName ?? "",
          isActive: isActive ?? false,
        },
});

/** The keyset columns of a page. */
export const taskKeys = ({ status, dueDate, updatedAt, id }: Task): (string | number)[] => [
  status,
  status === "Done" ? updatedAt : (dueDate ?? "infinity"),
  id,
];

/** Open ones by due date, then done ones, newest first; one row more than the limit when there is more. */
export async function listTasks(
  clinic: ClinicScope,
  scope: TaskScope,
  { status, limit, cursor }: TaskPage,
): Promise<Task[]> {
  const [from, key, id] = cursor === undefined ? [] : fromCursor(cursor, ["string", "string", "number"]);
  const found: Task[] = [];
  for (const each of taskStatuses) {
    if ((status && each !== status) || (from === "Done" && each === "Pending")) continue;
    if (limit !== undefined && found.length > limit) break;
    let query = selectTasks(clinic, scope).where(inStatus[each]);
    if (each === "Pending") {
      query = query.orderBy(dueOrNever).orderBy("tasks.id");
      if (from === each)
        query = query.where(sql<boolean>`(${dueOrNever}, tasks.id) > (${key}::timestamptz, ${id}::bigint)`);
    } else {
      query = query.orderBy("tasks.updatedAt", "desc").orderBy("tasks.id", "desc");
      if (from === each)
        query = query.where(
          sql<boolean>`(tasks.updated_at, tasks.id) < (${key}::timestamptz, ${id}::bigint)`,
        );
    }
    if (limit !== undefined) query = query.limit(sql.lit(limit + 1 - found.length));
    found.push(...(await query.execute()).map(asTask));
  }
  return found;
}

export async function countTasks(
  clinic: ClinicScope,
  scope: TaskScope,
  status?: TaskStatus,
): Promise<number> {
  let query = tasksOf(clinic, scope).select((db) => db.fn.countAll<number>().as("total"));
  if (status) query = query.where(inStatus[status]);
  return (await query.executeTakeFirstOrThrow()).total;
}

export async function findTask(clinic: ClinicScope, scope: TaskScope, id: number): Promise<Task> {
  const row = await selectTasks(clinic, scope)
    .where("tasks.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Task"));
  return asTask(row);
}
