import type { CurrentUser } from "#shared/current-user.ts";
import type { QuickText } from "./contract.ts";

export type Writer = Pick<CurrentUser, "role">;

/** Only the owner writes the clinic's. */
export const mayWrite = ({ role }: Writer, { whose }: Pick<QuickText, "whose">): boolean =>
  whose === "own" || role === "owner";
