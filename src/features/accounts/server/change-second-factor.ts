import { sql } from "kysely";
import type { NarrowFunction } from "#server/db.ts";
import type { Kit } from "#server/kit.ts";
import { writeHistory } from "#server/record-history.ts";
import type { Session } from "#server/session.ts";
import type { RecordEvent } from "#shared/record-events.ts";

/**
 * Runs a function that says whether it changed the user's second factor. Of a clinic's people the change and its line in
 * the record history are saved together; administrators' calls are in the console log.
 */
export async function changeSecondFactor(
  { databases }: Kit,
  { userId, ownerUserId, clinic }: Session,
  event: RecordEvent,
  name: NarrowFunction,
  args: readonly unknown[],
): Promise<boolean> {
  if (!clinic) {
    const [row] = await databases.narrow.rows<Record<string, boolean>>(name, args);
    return row?.[name] ?? false;
  }
  return databases
    .openClinic({ clinicId: clinic.id, userId, ownerUserId, event })
    .transaction(async (joined) => {
      const { rows } = await sql<{ isDone: boolean }>`
      select ${sql.raw(name)}(${sql.join([...args])}) as is_done`.execute(joined.db);
      const isDone = rows[0]?.isDone ?? false;
      if (isDone)
        await writeHistory(joined, {
          event,
          patientId: null,
          ownerUserId,
          entity: "users",
          entityId: userId,
        });
      return isDone;
    });
}
