import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { MAX_ROWS } from "#features/clinical-lists/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { confidentialityOf, markedAs, ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { isCorrection, requireAuthor, staysMistake } from "#server/patient/corrections.ts";
import { lockPatient, requireRoom } from "#server/patient/patient-rows.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";
import { firstDayOf } from "#shared/clinical/partial-day.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { capitalized } from "#shared/formats/capitalized.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { earlyWords } from "#shared/formats/day-bounds.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";

type Table = "alerts" | "allergies" | "medicines" | "problems";

/** What the rows of all lists have, and the code here uses. */
type Stored = {
  id: number;
  patientId: number;
  version: number;
  state: string;
  isOwn: boolean;
  /** Of lists that have it: a year, a month or a day. */
  since?: string | null;
};

/** One of a patient's lists: what distinguishes it from the others. */
type ListOf<Row extends Stored, Shown> = {
  table: Table;
  /** "Alert". */
  noun: string;
  /** The column by which a row is known. Two active rows of a patient differ in it, and only its author corrects it. */
  name: keyof Row & string;
  /** The columns that other lists do not have. */
  columns: readonly (keyof Row & string)[];
  mayBeConfidential?: true;
  /** The refusal of a second active row of a name: "recorded already". */
  taken: string;
  /** Which active rows have a name that no other may have, if not all. */
  named?: (today: string) => RawBuilder<boolean>;
  /** A row as it is answered, if not as it is stored. */
  show?: (row: Row, today: string) => Shown;
  /** The fields to store, with what follows from them. @throws Failure for those that do not go together */
  complete?: (before: Row | null, fields: Partial<Row>, today: string) => Partial<Row>;
  /** Before a row becomes active or is changed while it is. Otherwise only its name is checked. */
  activate?: (clinic: ClinicScope, row: Row, before: Row | null, now: Date) => Promise<void>;
  /** Checks the list as it was left. */
  finish?: (clinic: ClinicScope, patientId: number) => Promise<void>;
};

type Draft<Row> = { [Field in keyof Row]?: Row[Field] | undefined } & {
  isConfidential?: boolean | undefined;
};

/** A list whose rows are added and changed, but never deleted. */
export function patientList<Row extends Stored, Shown extends { version: number | null } = Row>(
  list: ListOf<Row, Shown>,
) {
  const { table, noun, name, complete = (_, fields) => fields } = list;
  const show = list.show ?? ((row: Row) => row as unknown as Shown);

  const rows = (clinic: ClinicScope, patientId: number) =>
    clinic.db
      .selectFrom(table as "alerts")
      .select(["id", "patientId", "clinicId", "state", "recordedAt", "updatedAt", "version"])
      .select(list.columns as [])
      .select(nameOfUser(clinic, `${table}.recorded_by_id`).as("recordedByName"))
      .select(
        list.mayBeConfidential
          ? [...confidentialityOf(clinic, table, "recorded_by_id")]
          : [ownOf(clinic, table, "recorded_by_id")],
      )
      .where("clinicId", "=", clinic.id)
      .where("patientId", "=", patientId) as unknown as SelectQueryBuilder<Database, "alerts", Row>;

  async function find(clinic: ClinicScope, patientId: number, id: number): Promise<Row> {
    const row = await rows(clinic, patientId)
      .where("id", "=", id)
      .executeTakeFirstOrThrow(() => notFound(noun));
    return row as Row;
  }

  /** @throws Failure where another active row has this name */
  async function requireNew(clinic: ClinicScope, row: Row, now: Date): Promise<void> {
    const same = await rows(clinic, row.patientId)
      .where("state", "=", sql.lit("active"))
      .where(sql<boolean>`lower(${sql.ref(name)}) = lower(${row[name]})`)
      .where(list.named?.(manilaDay(now)) ?? sql.lit(true))
      .where("id", "<>", row.id)
      .executeTakeFirst();
    if (!same) return;
    throw new Failure("taken", `${(same as Row)[name]} is ${list.taken}.`, {
      fields: { [name]: capitalized(list.taken) },
      current: show(same as Row, manilaDay(now)),
    });
  }
  const activate = list.activate ?? ((clinic, row, _, now) => requireNew(clinic, row, now));

  /** In a transaction that locks the patient. */
  async function insert(
    clinic: ClinicScope,
    patientId: number,
    { isConfidential, ...draft }: Draft<Row>,
    now: Date,
  ): Promise<number> {
    const fields = withoutUndefined(draft) as Partial<Row>;
    const row = { state: "active", ...fields, patientId, id: 0 } as Row;
    if (row.state === "active") await activate(clinic, row, null, now);
    const { id } = await clinic.db
      .insertInto(table as "alerts")
      .values({
        ...recordedNow(clinic, patientId, now),
        ...(list.mayBeConfidential && markedAs(clinic, isConfidential)),
        ...(fields as object as { words: string }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  const store = (clinic: ClinicScope, id: number, fields: Partial<Row>, now: Date) =>
    clinic.db
      .updateTable(table as "alerts")
      .set({ ...(fields as object), ...changedNow(now) })
      .where("clinicId", "=", clinic.id)
      .where("id", "=", id)
      .execute();

  /** Active rows in the order in which they were recorded, then the others. */
  const read = async (clinic: ClinicScope, patientId: number): Promise<Row[]> =>
    (await rows(clinic, patientId)
      .orderBy(sql`array_position(array['active', 'resolved', 'entered_in_error'], state::text)`)
      .orderBy("id")
      .limit(sql.lit(MAX_ROWS))
      .execute()) as Row[];

  return {
    rows,
    find,
    requireNew,
    insert,
    store,

    read,

    list: (clinic: ClinicScope, patientId: number): Promise<Row[]> =>
      rowsOfPatient(clinic, patientId, read(clinic, patientId)),

    add: (clinic: ClinicScope, patientId: number, draft: Draft<Row>, now: Date): Promise<Shown> =>
      clinic.transaction(async (joined) => {
        const today = manilaDay(now);
        requireSince(draft, await lockPatient(joined, patientId), today);
        const fields = complete(null, withoutUndefined(draft) as Partial<Row>, today);
        await requireListRoom(joined, table, patientId);
        const id = await insert(joined, patientId, fields, now);
        await list.finish?.(joined, patientId);
        return show(await find(joined, patientId, id), today);
      }),

    change: (
      clinic: ClinicScope,
      patientId: number,
      id: number,
      changes: Draft<Row>,
      { now, version }: { now: Date; version: number | null },
    ): Promise<Shown> =>
      clinic.transaction(async (joined) => {
        const today = manilaDay(now);
        const patient = await lockPatient(joined, patientId);
        const before = await find(joined, patientId, id);
        requireVersion(show(before, today), version);
        requireNoMistake(before, changes);
        if (isCorrection(before, changes, [name])) await requireAuthor(joined, before);
        requireSince(changes, patient, today);
        const fields = complete(before, withoutUndefined(changes) as Partial<Row>, today);
        const after = { ...before, ...fields };
        if (after.state === "active") await activate(joined, after, before, now);
        await store(joined, id, fields, now);
        await list.finish?.(joined, patientId);
        return show(await find(joined, patientId, id), today);
      }),
  };
}

/** Lists are read whole, so they need a limit. */
export const requireListRoom = (
  clinic: ClinicScope,
  table: Table | "medicine_stops",
  patientId: number,
  added = 1,
): Promise<void> =>
  requireRoom(clinic, table, patientId, {
    most: MAX_ROWS,
    added,
    refusal: `A patient may have at most ${MAX_ROWS} rows in this list, with those that are resolved. Change one of them instead.`,
  });

/** Who writes a row, and when. */
export const recordedNow = (clinic: ClinicScope, patientId: number, now: Date) => ({
  clinicId: clinic.id,
  patientId,
  recordedById: clinic.userId,
  recordedAt: now.toISOString(),
  updatedAt: now.toISOString(),
});

function requireNoMistake(before: Stored, { state, ...changes }: Draft<Stored>): void {
  if (staysMistake(before, { state }) && Object.keys(withoutUndefined(changes)).length > 0)
    throw new Failure("unusable", "This was entered in error. Make it active again before you change it.");
}

/** @throws Failure for a day, month or year in the future or before the patient was born */
function requireSince(
  { since }: { since?: string | null | undefined },
  { birthday }: { birthday: string | null },
  today: string,
): void {
  if (!since) return;
  if (firstDayOf(since) > today) throw invalidField("since", "This is in the future");
  if (birthday && since < birthday.slice(0, since.length))
    throw invalidField("since", earlyWords(birthday, { today, birthday }));
}
