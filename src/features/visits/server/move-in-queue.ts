import { sql } from "kysely";
import type { Visit } from "#features/visits/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { isWaitingState } from "#shared/clinical/visit-states.ts";
import { Failure } from "#shared/errors.ts";
import { callingOrder, findVisit, inCallingOrder, isWaiting } from "./visit-rows.ts";

/** A sort key in the queue, compared element by element; in SQL "{1,Infinity,1763600000.5}". */
type QueueKey = string[];

const parseKey = (text: string): QueueKey => text.slice(1, -1).split(",");

/** Before all that were not moved there. */
const front: QueueKey = ["-1"];

/** The key between one and the next: the first one's with another element, which is smaller than the next one's. */
function keyBetween(behind: QueueKey, next: QueueKey | undefined): QueueKey {
  const follows = next !== undefined && behind.every((element, index) => next[index] === element);
  const taken = follows ? next[behind.length] : undefined;
  return [...behind, taken === undefined ? "0" : String(Number(taken) - 1)];
}

/** Puts a waiting visit before another one, or last. */
export function moveInQueue(
  clinic: ClinicScope,
  id: number,
  { before }: { before: number | null },
  now: Date,
): Promise<Visit> {
  return clinic.transaction(async (joined) => {
    const visit = await findVisit(joined, id);
    const waiting = await joined.db
      .selectFrom("visits")
      .select(["id", sql<string>`${callingOrder(now)}::text`.as("key")])
      .where("clinicId", "=", joined.id)
      .where("day", "=", visit.day)
      .where("placeId", "=", visit.placeId)
      .where(isWaiting)
      .$if(visit.practitionerId !== undefined, (query) =>
        query.where("practitionerId", "=", visit.practitionerId as number),
      )
      .orderBy(inCallingOrder(now))
      .forUpdate()
      .execute();
    const others = waiting.filter((row) => row.id !== id);
    const at = before === null ? others.length : others.findIndex((row) => row.id === before);
    if (!isWaitingState(visit.state) || others.length === waiting.length || at < 0)
      throw new Failure("taken", "The queue has changed meanwhile. Check it and try again.", {
        current: visit,
      });
    const [behind, next] = [others[at - 1], others[at]];
    const movedTo = keyBetween(behind ? parseKey(behind.key) : front, next && parseKey(next.key));
    await joined.db
      .updateTable("visits")
      .set({ movedTo, updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findVisit(joined, id);
  });
}
