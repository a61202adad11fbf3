import type { Session } from "#server/auth/session.ts";
import type { DatabaseFunctions } from "#server/database/database-functions.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import type { Kit } from "#server/kit.ts";
import type { RecordEvent } from "#shared/record-events.ts";

/**
 * Calls a function that changes how the user signs in, and returns its result: null or false when nothing changed.
 * For a clinic's people the change and its line in the record history are saved together; administrators' calls are
 * in the console log.
 */
export async function changeAccount<Answer extends boolean | null>(
  { databases }: Kit,
  { userId, ownerUserId, clinic }: Session,
  event: RecordEvent,
  change: (functions: DatabaseFunctions) => Promise<Answer>,
  didChange: (answer: Answer) => boolean = Boolean,
): Promise<Answer> {
  if (!clinic) return change(databases.functions);
  return databases
    .openClinic({ clinicId: clinic.id, userId, ownerUserId, event })
    .transaction(async (joined) => {
      const answer = await change(functionsInScope(joined));
      if (didChange(answer))
        await functionsInScope(joined).value("noteAccountChange", { event, account: userId, held: "{}" });
      return answer;
    });
}
