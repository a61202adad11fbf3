import type { Client } from "pg";
import { TEMPORARY_HOURS } from "#features/staff/contract.ts";
import { hashPassword } from "#server/auth/password.ts";
import { randomPassword } from "#server/auth/random-password.ts";
import {
  inTransaction,
  logOperation,
  type Operation,
  type OperationContext,
  OperationError,
} from "./operation.ts";

const hour = 3_600_000;

const emailOf = ([email]: readonly string[]): string => {
  if (!email || !/^\S+@\S+$/.test(email)) throw new OperationError("Name the account by its email address.");
  return email.toLowerCase();
};

export const createAdmin: Operation = {
  usage: "create-admin EMAIL",
  does: "creates another platform admin and prints the password once; it must be changed at the first sign-in",
  async run(context, words) {
    const { client, now } = context;
    const email = emailOf(words);
    const password = randomPassword();
    const hash = await hashPassword(password);
    await inTransaction(client, "klinika_auth", async () => {
      const { rows } = await client.query<{ id: string }>(
        `insert into users (email, first_name, last_name, role, created_at, updated_at)
         values ($1, 'System', 'Admin', 'admin', $2, $2) on conflict (email) do nothing returning id`,
        [email, now],
      );
      if (!rows[0]) throw new OperationError(`${email} has an account already.`);
      await storeTemporaryPassword(context, Number(rows[0].id), hash);
      await logOperation(context, "create-admin", { email });
    });
    return signIn(email, password);
  },
};

export const resetOwnerPassword: Operation = {
  usage: "reset-owner-password EMAIL",
  does: "gives a clinic's owner a new password, printed once, and ends all sessions of the account",
  async run(context, words) {
    const { client, now } = context;
    const email = emailOf(words);
    const password = randomPassword();
    const hash = await hashPassword(password);
    const clinic = await inTransaction(client, "klinika_auth", async () => {
      const account = await ownerOrAdmin(client, email, "gives a new password");
      await client.query("update users set password_changed = false, updated_at = $2 where id = $1", [
        account.id,
        now,
      ]);
      await storeTemporaryPassword(context, account.id, hash);
      await client.query("delete from sessions where user_id = $1", [account.id]);
      await logOperation(context, "reset-owner-password", { email }, account.clinicId);
      return account.clinicName;
    });
    return [...(clinic ? [`Owner of ${clinic}.`] : []), ...signIn(email, password)];
  },
};

export const resetSecondFactor: Operation = {
  usage: "reset-second-factor EMAIL",
  does: "turns two-step sign-in off for a clinic's owner or an admin who lost the phone, and ends all sessions",
  async run(context, words) {
    const { client, now } = context;
    const email = emailOf(words);
    await inTransaction(client, "klinika_auth", async () => {
      const account = await ownerOrAdmin(client, email, "resets it");
      const removed = await client.query<{ was_on: boolean }>(
        "select remove_second_factor($1, $2, $3, $4) as was_on",
        [account.id, "Two-step sign-in was reset", "Klinika's support has reset it. Set it up again.", now],
      );
      if (!removed.rows[0]?.was_on) throw new OperationError(`${email} has no two-step sign-in.`);
      await client.query("delete from sessions where user_id = $1", [account.id]);
      await logOperation(context, "reset-second-factor", { email }, account.clinicId);
    });
    return [`Two-step sign-in is off for ${email}. The password alone signs in until it is set up again.`];
  },
};

export const changeEmail: Operation = {
  usage: "change-email EMAIL NEW-EMAIL",
  does: "gives the account of a clinic's owner or an admin another email address, and ends all sessions",
  async run(context, words) {
    const { client, now } = context;
    const [email, newEmail] = [emailOf(words), emailOf(words.slice(1))];
    await inTransaction(client, "klinika_auth", async () => {
      const account = await ownerOrAdmin(client, email, "changes it");
      const taken = await client.query("select from users where email = $1", [newEmail]);
      if (taken.rowCount) throw new OperationError(`${newEmail} has an account already.`);
      await client.query("update users set email = $2, updated_at = $3 where id = $1", [
        account.id,
        newEmail,
        now,
      ]);
      // Links that were mailed to the old address must not open or confirm the account.
      await client.query("delete from mailed_links where user_id = $1", [account.id]);
      await client.query("delete from sessions where user_id = $1", [account.id]);
      if (account.isUnconfirmed)
        await client.query("select ask_letter_with_link('confirm', $1, $2)", [newEmail, now]);
      await logOperation(context, "change-email", { email, newEmail }, account.clinicId);
    });
    return [`${email} signs in as ${newEmail} now, with the same password.`];
  },
};

/** Locks the account until the transaction ends. Only the clinic's owner may change accounts of staff. */
async function ownerOrAdmin(client: Client, email: string, ownerDoes: string) {
  const { rows } = await client.query<{
    id: string;
    role: string;
    clinic_id: string | null;
    clinic_name: string | null;
    is_unconfirmed: boolean;
  }>(
    `select u.id, u.role, u.clinic_id, c.name as clinic_name, u.email_unconfirmed_since is not null as is_unconfirmed
     from users u left join clinics c on c.id = u.clinic_id where u.email = $1 for update of u`,
    [email],
  );
  const [account] = rows;
  if (!account) throw new OperationError(`Nobody has the email ${email}.`);
  if (account.role !== "owner" && account.role !== "admin")
    throw new OperationError(`${email} is a ${account.role}: the clinic's owner ${ownerDoes}.`);
  return {
    id: Number(account.id),
    clinicId: account.clinic_id === null ? null : Number(account.clinic_id),
    clinicName: account.clinic_name,
    isUnconfirmed: account.is_unconfirmed,
  };
}

async function storeTemporaryPassword({ client, now }: OperationContext, userId: number, hash: string) {
  await client.query(
    `insert into credentials (user_id, password_hash, temporary_until, changed_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update
       set password_hash = excluded.password_hash, temporary_until = excluded.temporary_until, changed_at = excluded.changed_at`,
    [userId, hash, new Date(now.getTime() + TEMPORARY_HOURS * hour), now],
  );
}

const signIn = (email: string, password: string) => [
  `  email:    ${email}`,
  `  password: ${password}  (shown only now, valid for ${TEMPORARY_HOURS} hours, to be changed at the sign-in)`,
];
