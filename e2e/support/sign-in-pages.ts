import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { Client } from "pg";
import { hashPassword } from "#server/auth/password.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Permission } from "#shared/permissions.ts";

/** A staff account for the clinic of this owner, and the clinic's color from now on. */
export type WantedAccount = {
  ownerEmail: string;
  email: string;
  password: string;
  role: "staff" | "secretary";
  permissions: readonly Permission[];
  passwordChanged: boolean;
  /** The clinic's color; unchanged by default. */
  primaryColor?: string;
};

/** An account that typed its password an hour ago. */
export type WantedAge = { agedEmail: string };

/** A doctor beside this owner, who signs in with the owner's password. */
export type WantedDoctor = { besideOwner: string; email: string; firstName: string; lastName: string };

/** A patient whose follow-up was due on a day that is past. */
export type WantedRecall = { missedBy: number; day: string };

export type Wanted = WantedAccount | WantedAge | WantedRecall | WantedDoctor;

const threeDays = 72 * 3_600_000;

/** Creates accounts, and ages sessions, without the screens. For browser stories only: it has no access control. */
export function openAccountDoor(databaseUrl: string, port: number): Server {
  return createServer(async (request, response) => {
    try {
      const wanted = (await json(request)) as Wanted;
      if ("besideOwner" in wanted) await addDoctor(databaseUrl, wanted);
      else if ("missedBy" in wanted) await missFollowUp(databaseUrl, wanted);
      else await ("agedEmail" in wanted ? agePassword(databaseUrl, wanted) : make(databaseUrl, wanted));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(port, "127.0.0.1");
}

const missFollowUp = (databaseUrl: string, { missedBy, day }: WantedRecall): Promise<unknown> =>
  withClient(databaseUrl, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const statement of [
      "update consultations set follow_up_date = $2 where patient_id = $1 and follow_up_date is not null",
      "update patients set follow_up_date = $2 where id = $1",
    ])
      await client.query(statement, [missedBy, day]);
  });

const addDoctor = (
  databaseUrl: string,
  { besideOwner, email, firstName, lastName }: WantedDoctor,
): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `with owner as (select id, clinic_id from users where email = $1),
       doctor as (insert into users (clinic_id, email, first_name, last_name, role, permissions, password_changed)
                  select clinic_id, $2, $3, $4, 'doctor', '{}', true from owner returning id, clinic_id),
       signing_in as (insert into credentials (user_id, password_hash)
                      select doctor.id, c.password_hash from doctor, owner join credentials c on c.user_id = owner.id)
       insert into practitioners (clinic_id, user_id, letter, created_at, updated_at)
       select clinic_id, id, chr(65 + (select count(*) from practitioners p where p.clinic_id = doctor.clinic_id)::integer), now(), now()
       from doctor`,
      [besideOwner, email, firstName, lastName],
    ),
  );

const agePassword = (databaseUrl: string, { agedEmail }: WantedAge): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `update sessions set password_typed_at = now() - interval '1 hour'
       where user_id = (select id from users where email = $1)`,
      [agedEmail],
    ),
  );

async function make(databaseUrl: string, wanted: WantedAccount): Promise<void> {
  const { ownerEmail, email, password, role, permissions, passwordChanged, primaryColor } = wanted;
  const at = new Date();
  const hash = await hashPassword(password);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    const found = await client.query("select clinic_id from users where email = $1", [ownerEmail]);
    const clinicId = String(found.rows[0].clinic_id);
    await client.query("select set_config('app.clinic_id', $1, true)", [clinicId]);
    await client.query("select create_staff_account($1, $2, 'Marites', 'Bañez', $3, $4, $5, $6, $7)", [
      clinicId,
      email,
      role,
      permissions,
      hash,
      passwordChanged ? null : new Date(at.getTime() + threeDays),
      at,
    ]);
    await client.query("update users set password_changed = $2 where email = $1", [email, passwordChanged]);
    if (primaryColor)
      await client.query("update clinics set primary_color = $2 where id = $1", [clinicId, primaryColor]);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
