import { sql } from "kysely";
import type { NarrowFunction } from "#server/db.ts";
import type { Kit } from "#server/kit.ts";
import { writeHistory } from "#server/record-history.ts";
import type { Session } from "#server/session.ts";
import type { RecordEvent } from "#shared/record-events.ts";

/**
 * Runs a function that changes how the user confirms who they are, and answers what it answers: null or false when
 * nothing was changed. Of a clinic's people the change and its line in the record history are saved together;
 * administrators' calls are in the console log.
 */
export async function changeAccount(
  { databases }: Kit,
  { userId, ownerUserId, clinic }: Session,
  event: RecordEvent,
  name: NarrowFunction,
  args: readonly unknown[],
  didChange: (answer: boolean | null) => boolean = Boolean,
): Promise<boolean | null> {
  if (!clinic) {
    const [row] = await databases.narrow.rows<Record<string, boolean | null>>(name, args);
    return row?.[name] ?? null;
  }
  return databases
    .openClinic({ clinicId: clinic.id, userId, ownerUserId, event })
    .transaction(async (joined) => {
      const { rows } = await sql<{ answer: boolean | null }>`
      select ${sql.raw(name)}(${sql.join([...args])}) as answer`.execute(joined.db);
      const answer = rows[0]?.answer ?? null;
      if (didChange(answer))
        await writeHistory(joined, {
          event,
          patientId: null,
          ownerUserId,
          entity: "users",
          entityId: userId,
        });
      return answer;
    });
}
