import { placeLinks } from "#features/places/server/place-links.ts";
import type { Display } from "#features/visits/contract.ts";
import { clinicOfLink } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import type { FunctionRow } from "#server/database/database-functions.ts";
import type { Databases } from "#server/database/db.ts";
import { queueNumber } from "#shared/clinical/queue-number.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { dueUntil } from "./visit-rows.ts";

const shownNext = 3;
/** Estimates are rounded to this many minutes. */
const STEP = 5;

type Row = FunctionRow<"readDisplay">;
type Numbered = { number: number; letter: string | null };

/** What a display shows, by its link's token. */
export async function readDisplay({ functions }: Databases, token: string, now: Date): Promise<Display> {
  const rows = await functions.rows("readDisplay", {
    clinicId: clinicOfLink(token),
    tokenHash: sha256(token),
    day: manilaDay(now),
    due: dueUntil(now),
  });
  const [first] = rows;
  if (!first) throw new Failure("not_found", "This link is no longer valid. Ask the clinic for a new one.");
  const { clinicName, primaryColor, placeName } = first;
  const byDoctor = Map.groupBy(rows, ({ doctorLetter }) => doctorLetter);
  const doctors = [...byDoctor].flatMap(([letter, own]) =>
    letter === null ? [] : { letter, name: own[0]?.doctorName ?? "", ...queueOf(own, queueNumber) },
  );
  return {
    clinicName,
    primaryColor,
    placeName,
    ...queueOf(rows, ({ number }) => number),
    ...(doctors.length > 0 && { doctors }),
  };
}

/** The numbers of one queue, in its order. */
function queueOf<N>(rows: readonly Row[], shown: (row: Numbered) => N) {
  const numbers = (isServed: boolean) =>
    rows.filter((row): row is Row & Numbered => row.number !== null && row.isServed === isServed);
  const waiting = numbers(false);
  return {
    serving: numbers(true).map(shown),
    calledAt:
      rows
        .flatMap(({ calledAt }) => calledAt ?? [])
        .toSorted()
        .at(-1) ?? null,
    next: waiting
      .slice(0, shownNext)
      .map((row, index) => ({ number: shown(row), minutes: minutesUntil(index, row.secondsEach) })),
    waiting: waiting.length,
  };
}

/** Half of the current consultation is left; each number before adds a whole one. */
const minutesUntil = (index: number, each: number | null): number | null =>
  each === null ? null : Math.max(STEP, Math.round(((index + 0.5) * each) / 60 / STEP) * STEP);

export const waitingRoomLinks = placeLinks({ table: "displays", noun: "display link" });
