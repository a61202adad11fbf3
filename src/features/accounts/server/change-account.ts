import type { DatabaseFunctions } from "#server/database/database-functions.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import type { RecordEvent } from "#shared/record-events.ts";
import type { SessionContext } from "./sign-in-context.ts";

/**
 * Calls a function that changes how the user signs in, and returns its result: null or false when nothing changed.
 * For a clinic's people the change and its line in the record history are saved together; administrators' calls are
 * in the console log.
 */
export async function changeAccount<Answer extends boolean | null>(
  { kit: { databases }, session: { userId, ownerUserId, clinic } }: SessionContext,
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
