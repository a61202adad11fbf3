import type { App } from "#server/kit.ts";
import { madeUpPassword } from "#server/made-up-password.ts";
import { sendPage } from "#server/paging.ts";
import { hashPassword } from "#server/password.ts";
import { serve } from "#server/serve.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  staffAccounts,
  staffHistory,
  TEMPORARY_HOURS,
} from "../contract.ts";
import { countStaffHistory, DEFAULT_HISTORY_LIMIT, listStaffHistory } from "./account-history.ts";
import {
  deactivateAccount,
  grantPermissions,
  listStaffAccounts,
  openStaffAccount,
  renewPassword,
  resetSecondFactor,
} from "./staff-accounts.ts";

async function newTemporaryPassword(now: Date) {
  const tempPassword = madeUpPassword();
  const until = new Date(now.getTime() + TEMPORARY_HOURS * 3_600_000);
  return { tempPassword, stored: { hash: await hashPassword(tempPassword), until } };
}

export const staffRoutes = (app: App): void => {
  serve(app, staffAccounts, (_, { clinic }) => listStaffAccounts(clinic));
  serve(app, staffHistory, async ({ query }, { clinic, reply }) => {
    const entries = await listStaffHistory(clinic, query);
    const total = query.cursor === undefined ? await countStaffHistory(clinic) : undefined;
    return sendPage(reply, entries, query.limit ?? DEFAULT_HISTORY_LIMIT, ({ id }) => [id], total);
  });
  serve(app, addStaffAccount, async ({ body }, { clinic, now, reply }) => {
    const { tempPassword, stored } = await newTemporaryPassword(now);
    await openStaffAccount(clinic, body, stored, now);
    reply.header("cache-control", "private, no-store");
    return { tempPassword, firstName: body.firstName, lastName: body.lastName };
  });
  serve(app, changePermissions, ({ params, body }, { clinic, now }) =>
    grantPermissions(clinic, params.id, body.permissions, now),
  );
  serve(app, deactivateStaffAccount, async ({ params }, { clinic, now }) => {
    await deactivateAccount(clinic, params.id, now);
    return { message: "Staff account deactivated" };
  });
  serve(app, renewTemporaryPassword, async ({ params }, { clinic, now, reply }) => {
    const { tempPassword, stored } = await newTemporaryPassword(now);
    const { firstName, lastName } = await renewPassword(clinic, params.id, stored, now);
    reply.header("cache-control", "private, no-store");
    return { tempPassword, firstName, lastName };
  });
  serve(app, resetStaffSecondFactor, async ({ params }, { clinic, now }) => {
    await resetSecondFactor(clinic, params.id, now);
    return { message: "Two-step sign-in was reset" };
  });
};
