import { describeCurrentUser } from "#features/accounts/server/current-user.ts";
import type { SessionContext } from "#features/accounts/server/sign-in-context.ts";
import { hashPassword } from "#server/auth/password.ts";
import { randomPassword } from "#server/auth/random-password.ts";
import type { Session } from "#server/auth/session.ts";
import { takeTurn } from "#server/auth/take-turn.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireRecentPassword } from "#server/http/admit.ts";
import { sendPage } from "#server/http/paging.ts";
import { serve } from "#server/http/serve.ts";
import type { App, Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import {
  addStaffAccount,
  changePermissions,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  staffAccounts,
  staffHistory,
  TEMPORARY_HOURS,
  type TemporaryPassword,
} from "../contract.ts";
import {
  addDoctor,
  bookedWithDoctor,
  changeDoctor,
  deactivateDoctor,
  doctors,
  savePractice,
} from "../doctors-contract.ts";
import { countStaffHistory, DEFAULT_HISTORY_LIMIT, listStaffHistory } from "./account-history.ts";
import { bookedWith } from "./booked-with.ts";
import {
  changeOfDoctor,
  deactivateDoctorAccount,
  listDoctors,
  openDoctorAccount,
  saveOwnPractice,
} from "./doctors.ts";
import {
  countAccounts,
  deactivateAccount,
  grantPermissions,
  listStaffAccounts,
  openStaffAccount,
  renewPassword,
  resetSecondFactor,
  type TemporaryCredential,
} from "./staff-accounts.ts";

const takenEmailsPerHour = 10;
/** Accounts an owner may create before the email is confirmed: each one claims an email address. */
const mostWhileUnconfirmed = 3;

async function requireConfirmedEmail(kit: Kit, session: Session, clinic: ClinicScope): Promise<void> {
  const { emailConfirmed } = await describeCurrentUser({ kit, session });
  if (!emailConfirmed && (await countAccounts(clinic)) >= mostWhileUnconfirmed)
    throw new Failure(
      "email_unconfirmed",
      "Confirm your email before you add more staff. We sent you a link.",
    );
}

async function newTemporaryPassword(now: Date) {
  const tempPassword = randomPassword();
  const until = new Date(now.getTime() + TEMPORARY_HOURS * 3_600_000);
  return { tempPassword, stored: { hash: await hashPassword(tempPassword), until } };
}

/** An account with a temporary password, as `open` makes it. The response shows the password. */
async function addAccount(
  { firstName, lastName }: { firstName: string; lastName: string },
  { clinic, kit, now, reply, session }: SessionContext & { clinic: ClinicScope },
  open: (stored: TemporaryCredential) => Promise<void>,
): Promise<TemporaryPassword> {
  await requireConfirmedEmail(kit, session, clinic);
  const { tempPassword, stored } = await newTemporaryPassword(now);
  await open(stored).catch(async (failure: unknown) => {
    const isTaken = failure instanceof Failure && failure.details.fields?.email !== undefined;
    // Otherwise the responses would reveal for any number of addresses whether an account exists.
    if (isTaken && !(await takeTurn(kit, now, `staff-taken:${clinic.id}`, takenEmailsPerHour)))
      throw new Failure(
        "too_many",
        "Too many emails that already have an account. Try again in an hour.",
        {},
        3600,
      );
    throw failure;
  });
  reply.header("cache-control", "private, no-store");
  return { tempPassword, firstName, lastName };
}

export const staffRoutes = (app: App): void => {
  serve(app, staffAccounts, (_, { clinic }) => listStaffAccounts(clinic));
  serve(app, staffHistory, async ({ query }, { clinic, reply }) => {
    const entries = await listStaffHistory(clinic, query);
    const total = query.cursor === undefined ? await countStaffHistory(clinic) : undefined;
    return sendPage(reply, entries, query.limit ?? DEFAULT_HISTORY_LIMIT, ({ id }) => [id], total);
  });
  serve(app, addStaffAccount, ({ body }, context) =>
    addAccount(body, context, (stored) => openStaffAccount(context.clinic, body, stored, context.now)),
  );
  serve(app, changePermissions, ({ params, body }, { clinic, now }) =>
    grantPermissions(clinic, params.id, body.permissions, now),
  );
  serve(app, deactivateStaffAccount, async ({ params, query }, { clinic, now }) => {
    await deactivateAccount(clinic, params.id, { tasksTo: query.tasksTo, now });
    return { message: "Staff account deactivated" };
  });
  serve(app, renewTemporaryPassword, async ({ params }, { clinic, now, reply }) => {
    const { tempPassword, stored } = await newTemporaryPassword(now);
    const { firstName, lastName } = await renewPassword(clinic, params.id, stored, now);
    reply.header("cache-control", "private, no-store");
    return { tempPassword, firstName, lastName };
  });
  serve(app, doctors, (_, { clinic, session }) => listDoctors(clinic, session));
  serve(app, addDoctor, ({ body }, context) =>
    addAccount(body, context, (stored) => openDoctorAccount(context.clinic, body, stored, context.now)),
  );
  serve(app, changeDoctor, ({ params, body }, { clinic, kit, now, session }) =>
    changeOfDoctor(clinic, params.id, body, {
      now,
      session,
      requirePassword: () => requireRecentPassword(kit, session),
    }),
  );
  serve(app, bookedWithDoctor, ({ params }, { clinic, now }) => bookedWith(clinic, params.id, now));
  serve(app, deactivateDoctor, async ({ params, query }, { clinic, now }) => {
    await deactivateDoctorAccount(clinic, params.id, { tasksTo: query.tasksTo, now });
    return { message: "Doctor deactivated" };
  });
  serve(app, savePractice, ({ params, body }, { clinic, kit, now, session }) =>
    saveOwnPractice(clinic, params.id, body, {
      now,
      session,
      requirePassword: () => requireRecentPassword(kit, session),
    }),
  );
  serve(app, resetStaffSecondFactor, async ({ params }, { clinic, now }) => {
    await resetSecondFactor(clinic, params.id, now);
    return { message: "Two-step sign-in was reset" };
  });
};
