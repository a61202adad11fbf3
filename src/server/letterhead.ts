import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "./database/db.ts";

/** What papers say of a clinic. */
export type Letterhead = { name: string; address: string | null; phone: string | null; tin: string | null };

const parts = ["name", "address", "phone", "tin"] as const satisfies (keyof Letterhead)[];

/**
 * The clinic's letterhead at an instant. What was not entered then is as it was entered later, so that a paper of the
 * first days has an address.
 */
export async function letterheadAt(clinic: ClinicScope, at: string): Promise<Letterhead> {
  const { letterheads, ...now } = await clinic.db
    .selectFrom("clinics")
    .select([...parts, sql<(Letterhead & { until: string })[]>`letterheads`.as("letterheads")])
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  const then = Date.parse(at);
  const since = [...letterheads.filter(({ until }) => Date.parse(until) > then), now];
  const first = (part: "address" | "phone" | "tin") =>
    since.map((each) => each[part]).find((entered) => Boolean(entered)) ?? null;
  return {
    name: since[0]?.name ?? now.name,
    address: first("address"),
    phone: first("phone"),
    tin: first("tin"),
  };
}

/** The column's value after a change of the clinic, in the statement that makes it. Null if it changes none of these. */
export function withLetterheadKept(
  changes: Partial<Letterhead>,
  now: Date,
): { letterheads: RawBuilder<string> } | null {
  if (parts.every((part) => changes[part] === undefined)) return null;
  const next = parts.map((part) =>
    changes[part] === undefined ? sql.ref(part) : sql`${changes[part]}::text`,
  );
  return {
    letterheads: sql<string>`case when (name::text, address, phone::text, tin::text) is distinct from (${sql.join(next)})
      then letterheads || jsonb_build_object('until', ${now.toISOString()}::text,
        'name', name, 'address', address, 'phone', phone, 'tin', tin)
      else letterheads end`,
  };
}
