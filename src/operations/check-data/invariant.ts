/** Something the product promises of its stored data, whatever was done to it. */
export type Invariant = {
  /** As it holds, in a sentence. */
  holds: string;
  /** The rows that break it: `clinic_id` (null for the platform's), `row` as the operator finds it, `found` in words. */
  broken: string;
};

/** Names a row of a table: "bills 1234". */
export const row = (table: string, id = "id"): string => `'${table} ' || ${id}`;
