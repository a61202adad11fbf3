import type { CurrentUser } from "#shared/current-user.ts";
import { isDoctor } from "#shared/permissions.ts";
import type { QuickText } from "./contract.ts";

export type Writer = Pick<CurrentUser, "role">;

/** Only its doctors write the clinic's. */
export const mayWrite = ({ role }: Writer, { whose }: Pick<QuickText, "whose">): boolean =>
  whose === "own" || isDoctor(role);
