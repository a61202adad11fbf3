import { isDoctor, type Role } from "#shared/permissions.ts";
import type { TaskChanges } from "./contract.ts";

/** The clinic's doctors see all tasks of the clinic, others those assigned to them. */
export type TaskScope = "all" | "own";

export const scopeOf = ({ role }: { role: Role }): TaskScope => (isDoctor(role) ? "all" : "own");

/** Whoever sees only their own tasks may tick them and change nothing else. */
export const mayChange = (scope: TaskScope, changes: TaskChanges): boolean =>
  scope === "all" ||
  Object.entries(changes).every(([name, value]) => name === "status" || value === undefined);
