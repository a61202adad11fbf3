import { sql } from "kysely";
import { severities, waysKnown } from "#features/clinical-lists/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** New values of a row, by field. */
export type Change = { table: string; id: number; values: Record<string, unknown> };
export type Removal = { table: string; id: number };
/** `obstacles`: what a person has to decide first, as messages. `remarks`: facts that have no entry in the merged record. */
type Joined = { changes: Change[]; removed: Removal[]; obstacles?: string[]; remarks?: string[] };

/** The longest reaction of an allergy, in letters. */
const MAX_REACTION = 200;

/**
 * Makes one of entries that both records have: the survivor's gets what it lacks, the other's is removed, or stays in a
 * state that says so. What two entries say differently and one cannot hold is an obstacle. Notifications name the survivor.
 */
export async function joinEntries(
  clinic: ClinicScope,
  [survivorId, otherId]: readonly [number, number],
  now: Date,
): Promise<Required<Joined>> {
  const found = await readEntries(clinic, [survivorId, otherId], manilaDay(now));
  const at = now.toISOString();
  const sidesOf = <Row extends { patientId: number }>(rows: readonly Row[]): Sides<Row> => ({
    own: rows.filter(({ patientId }) => patientId === survivorId),
    others: rows.filter(({ patientId }) => patientId === otherId),
  });
  const joined = [
    joinAllergies(sidesOf(found.allergies), at),
    joinAlerts(sidesOf(found.alerts), at),
    joinProblems(sidesOf(found.problems), at),
    joinMedicines(sidesOf(found.medicines), now),
    joinImmunizations(sidesOf(found.immunizations), at),
    joinEarlierPregnancies(sidesOf(found.pregnancies)),
    joinFamilies(sidesOf(found.families), at),
    nameSurvivor(found.notifications, survivorId, otherId),
  ];
  return {
    changes: joined.flatMap(({ changes }) => changes),
    removed: joined.flatMap(({ removed }) => removed),
    obstacles: joined.flatMap(({ obstacles = [] }) => obstacles),
    remarks: joined.flatMap(({ remarks = [] }) => remarks),
  };
}

type Sides<Row> = { own: Row[]; others: Row[] };
type Found = Awaited<ReturnType<typeof readEntries>>;
type Rows<Name extends keyof Found> = Sides<Found[Name][number]>;

/** Entries of both that say the same, by the database's comparison of letters. */
function pairsOf<Row extends { same: string }>({ own, others }: Sides<Row>): [Row, Row][] {
  const bySame = new Map(others.map((row) => [row.same, row]));
  return own.flatMap((row) => {
    const other = bySame.get(row.same);
    return other ? [[row, other] satisfies [Row, Row]] : [];
  });
}

const changeOf =
  (table: string, at: string) =>
  ({ id, version }: { id: number; version: number }, values: Record<string, unknown>): Change => ({
    table,
    id,
    values: { ...values, version: version + 1, updatedAt: at },
  });

const none: Joined = { changes: [], removed: [] };

/** The fields of the first row that are changed. Null where none is. */
function changed<Row extends object>(own: Row, values: Partial<Row>): Partial<Row> | null {
  const isChanged = Object.entries(values).some(([field, value]) => own[field as keyof Row] !== value);
  return isChanged ? values : null;
}

const areSameWords = (one: string | null, other: string | null) =>
  one?.toLowerCase() === other?.toLowerCase();

/** What both say of one thing: "2019" and "2019-03" are one day, of others the earlier counts. */
function earlier(mine: string | null, theirs: string | null): string | null {
  if (mine === null || theirs === null) return mine ?? theirs;
  if (mine.startsWith(theirs) || theirs.startsWith(mine)) return mine.length > theirs.length ? mine : theirs;
  return mine < theirs ? mine : theirs;
}

/** The fields that two rows fill differently. */
const differing = <Field extends string>(
  mine: Record<Field, string | null>,
  theirs: Record<Field, string | null>,
  fields: readonly Field[],
): Field[] =>
  fields.filter(
    (field) => mine[field] !== null && theirs[field] !== null && !areSameWords(mine[field], theirs[field]),
  );

/**
 * An allergy of both has the worse severity, the surer way it is known and both reactions. Typed texts are joined. "No known allergies" beside an
 * allergy, or twice, is replaced.
 */
function joinAllergies({ own, others }: Rows<"allergies">, at: string): Joined {
  const change = changeOf("allergies", at);
  const ofKind = (kind: string) => ({
    own: own.filter((row) => row.kind === kind),
    others: others.filter((row) => row.kind === kind),
  });
  const pairs = pairsOf(ofKind("allergy"));
  const tooLong = pairs.filter(
    ([mine, theirs]) => [...(bothReactions(mine.reaction, theirs.reaction) ?? "")].length > MAX_REACTION,
  );
  const allergies = pairs.flatMap(([mine, theirs]) => [
    change(mine, {
      reaction: bothReactions(mine.reaction, theirs.reaction),
      severity: higher(severities, mine.severity, theirs.severity),
      howKnown: higher(waysKnown, mine.howKnown, theirs.howKnown),
    }),
    change(theirs, { state: "replaced" }),
  ]);
  const texts = ofKind("text").own.flatMap((mine) =>
    ofKind("text").others.flatMap((theirs) => [
      change(mine, {
        substance: mine.substance.toLowerCase().includes(theirs.substance.toLowerCase())
          ? mine.substance
          : `${mine.substance}; ${theirs.substance}`,
      }),
      change(theirs, { state: "replaced" }),
    ]),
  );
  const isAnyKnown = [...own, ...others].some(({ kind }) => kind !== "none");
  const noneKnown = ofKind("none");
  const replaced = [
    ...noneKnown.others.filter(() => isAnyKnown || noneKnown.own.length > 0),
    ...noneKnown.own.filter(() => isAnyKnown),
  ];
  return {
    changes: [...allergies, ...texts, ...replaced.map((row) => change(row, { state: "replaced" }))],
    removed: [],
    obstacles: tooLong.map(
      ([{ substance }]) =>
        `Together the reactions to ${substance} are longer than ${MAX_REACTION} characters. Shorten them first.`,
    ),
  };
}

/** Each reaction once. */
function bothReactions(mine: string | null, theirs: string | null): string | null {
  const own = mine?.split("; ") ?? [];
  const more = (theirs?.split("; ") ?? []).filter((words) => !own.some((one) => areSameWords(one, words)));
  return [mine, ...more].filter((words) => words !== null).join("; ") || null;
}

/** The higher of two in a rising order. */
function higher(rising: readonly string[], mine: string | null, theirs: string | null): string | null {
  const rank = (value: string | null) => (value === null ? -1 : rising.indexOf(value));
  return rank(theirs) > rank(mine) ? theirs : mine;
}

function joinAlerts(sides: Rows<"alerts">, at: string): Joined {
  const change = changeOf("alerts", at);
  const pairs = pairsOf(sides);
  return {
    changes: pairs.flatMap(([mine, theirs]) =>
      theirs.isWarning && !mine.isWarning ? [change(mine, { isWarning: true })] : [],
    ),
    removed: pairs.map(([, { id }]) => ({ table: "alerts", id })),
  };
}

function joinProblems(sides: Rows<"problems">, at: string): Joined {
  const change = changeOf("problems", at);
  const pairs = pairsOf(sides);
  return {
    changes: pairs.flatMap(([mine, theirs]) => {
      const values = changed(mine, {
        code: mine.code ?? theirs.code,
        since: earlier(mine.since, theirs.since),
      });
      return values ? [change(mine, values)] : [];
    }),
    removed: pairs.map(([, { id }]) => ({ table: "problems", id })),
    obstacles: pairs
      .filter(([mine, theirs]) => differing(mine, theirs, ["code"]).length > 0)
      .map(
        ([mine, theirs]) =>
          `Both records have the problem ${mine.words}, one as ${mine.code}, one as ${theirs.code}. Make the codes the same first.`,
      ),
  };
}

/** Another dose of the same medicine is not lost: it stays readable as a stopped medicine. */
function joinMedicines(sides: Rows<"medicines">, now: Date): Joined {
  const change = changeOf("medicines", now.toISOString());
  const joined = pairsOf(sides).map(([mine, theirs]): Joined => {
    const isOtherDose = mine.dose !== null && theirs.dose !== null && !areSameWords(mine.dose, theirs.dose);
    if (isOtherDose || mine.until !== theirs.until || mine.source !== theirs.source) {
      const stopped = {
        state: "stopped",
        stopReason: "The merged records said it differently",
        until: theirs.until ?? manilaDay(now),
      };
      return { changes: [change(theirs, stopped)], removed: [] };
    }
    const values = changed(mine, {
      dose: mine.dose ?? theirs.dose,
      since: earlier(mine.since, theirs.since),
    });
    return {
      changes: values ? [change(mine, values)] : [],
      removed: [{ table: "medicines", id: theirs.id }],
    };
  });
  return {
    changes: joined.flatMap(({ changes }) => changes),
    removed: joined.flatMap(({ removed }) => removed),
  };
}

function joinImmunizations(sides: Rows<"immunizations">, at: string): Joined {
  const change = changeOf("immunizations", at);
  const pairs = pairsOf(sides);
  return {
    changes: pairs.flatMap(([mine, theirs]) => {
      const values = changed(mine, {
        brand: mine.brand ?? theirs.brand,
        lot: mine.lot ?? theirs.lot,
        site: mine.site ?? theirs.site,
        isElsewhere: mine.isElsewhere && theirs.isElsewhere,
      });
      return values ? [change(mine, values)] : [];
    }),
    removed: pairs.map(([, { id }]) => ({ table: "immunizations", id })),
    obstacles: pairs.flatMap(([mine, theirs]) => {
      const fields = differing(mine, theirs, ["brand", "lot", "site"]);
      return fields.length === 0
        ? []
        : [
            `Both records have dose ${mine.dose} of ${mine.vaccine} of ${mine.date}, with another ${fields.join(" and ")}. Make them the same first, or mark one as entered in error.`,
          ];
    }),
  };
}

/** Those that differ are an obstacle, so these say the same. */
function joinEarlierPregnancies({ own, others }: Rows<"pregnancies">): Joined {
  if (own.length === 0) return none;
  return { changes: [], removed: others.map(({ id }) => ({ table: "pregnancies", id })) };
}

/** Each of kin, guardian and household, taken as a whole where the survivor's is empty. */
const familyParts = [
  ["kinName", "kinRelation", "kinPhone"],
  ["guardianName", "guardianRelation", "guardianPhone", "guardianPatientId"],
  ["householdId", "householdRelation"],
] as const;

function joinFamilies({ own: [mine], others: [theirs] }: Rows<"families">, at: string): Joined {
  if (!mine || !theirs) return none;
  const taken = familyParts.filter(([first]) => mine[first] === null).flat();
  const values = Object.fromEntries(taken.map((field) => [field, theirs[field]]));
  return {
    changes: [{ table: "patient_families", id: mine.id, values: { ...values, updatedAt: at } }],
    removed: [{ table: "patient_families", id: theirs.id }],
    remarks: [
      ...otherContact("Next of kin", contactOf(mine, "kin"), contactOf(theirs, "kin")),
      ...otherContact("Guardian", contactOf(mine, "guardian"), contactOf(theirs, "guardian")),
    ],
  };
}

type Contact = { name: string | null; relation: string | null; phone: string | null };

const contactOf = (family: Found["families"][number], of: "kin" | "guardian"): Contact => ({
  name: family[`${of}Name`],
  relation: family[`${of}Relation`],
  phone: family[`${of}Phone`],
});

/** The other record's contact person, where the survivor has another one or another phone. */
function otherContact(label: string, mine: Contact, theirs: Contact): string[] {
  const isOther = differing(mine, theirs, ["name", "phone"]).length > 0 || (!mine.phone && theirs.phone);
  if (mine.name === null || theirs.name === null || !isOther) return [];
  const person = theirs.relation === null ? theirs.name : `${theirs.name} (${theirs.relation})`;
  return [`${label} in the merged record: ${[person, theirs.phone].filter(Boolean).join(", ")}`];
}

/** Notifications name one patient or several in their data. */
function nameSurvivor(rows: Found["notifications"], survivorId: number, otherId: number): Joined {
  const changes = rows.map(({ id, actionData }): Change => {
    const named = actionData as { patientId?: number; patientIds?: number[] };
    const ids = named.patientIds?.map((each) => (each === otherId ? survivorId : each));
    const data = {
      ...named,
      ...(named.patientId === otherId && { patientId: survivorId }),
      ...(ids && { patientIds: [...new Set(ids)].toSorted((one, other) => one - other) }),
    };
    return { table: "notifications", id, values: { actionData: data } };
  });
  return { changes, removed: [] };
}

/** What may be in both records, locked until the transaction ends. `same`: what two entries have in common. */
async function readEntries(
  { db, id: clinicId }: ClinicScope,
  [survivorId, otherId]: readonly [number, number],
  today: string,
) {
  const ofBoth = sql<boolean>`(clinic_id = ${clinicId} and patient_id in (${survivorId}, ${otherId}))`;
  const author = sql`coalesce(confidential_to_id, 0)`;
  return {
    allergies: await db
      .selectFrom("allergies")
      .select(["id", "patientId", "version", "kind", "substance", "reaction", "severity", "howKnown"])
      .select(sql<string>`lower(substance)`.as("same"))
      .where(ofBoth)
      .where("state", "=", "active")
      .orderBy("id")
      .forUpdate()
      .execute(),
    alerts: await db
      .selectFrom("alerts")
      .select(["id", "patientId", "version", "isWarning", sql<string>`lower(words)`.as("same")])
      .where(ofBoth)
      .where("state", "=", "active")
      .forUpdate()
      .execute(),
    problems: await db
      .selectFrom("problems")
      .select(["id", "patientId", "version", "words", "code", "since"])
      .select(sql<string>`lower(words) || ' ' || ${author}`.as("same"))
      .where(ofBoth)
      .where("state", "=", "active")
      .forUpdate()
      .execute(),
    medicines: await db
      .selectFrom("medicines")
      .select(["id", "patientId", "version", "dose", "since", "until", "source"])
      .select(sql<string>`lower(generic) || ' ' || ${author}`.as("same"))
      .where(ofBoth)
      .where("state", "=", "active")
      // Those that have ended stay beside what is taken now.
      .where((row) => row.or([row("until", "is", null), row("until", ">=", today)]))
      .forUpdate()
      .execute(),
    immunizations: await db
      .selectFrom("immunizations")
      .select(["id", "patientId", "version", "vaccine", "dose", "brand", "lot", "site", "isElsewhere"])
      .select(sql<string>`date::text`.as("date"))
      .select(sql<string>`date || ' ' || dose || ' ' || lower(vaccine)`.as("same"))
      .where(ofBoth)
      .where("state", "=", "given")
      .forUpdate()
      .execute(),
    pregnancies: await db
      .selectFrom("pregnancies")
      .select(["id", "patientId"])
      .where(ofBoth)
      .where("state", "=", "earlier")
      .forUpdate()
      .execute(),
    families: await db
      .selectFrom("patientFamilies")
      .select(["id", "patientId", ...familyParts.flat()])
      .where(ofBoth)
      .forUpdate()
      .execute(),
    notifications: await db
      .selectFrom("notifications")
      .select(["id", "actionData"])
      .where("clinicId", "=", clinicId)
      .where(
        sql<boolean>`(action_data @> ${JSON.stringify({ patientId: otherId })}::jsonb
                      or action_data @> ${JSON.stringify({ patientIds: [otherId] })}::jsonb)`,
      )
      .forUpdate()
      .execute(),
  };
}
