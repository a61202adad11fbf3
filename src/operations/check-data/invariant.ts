/** A condition that the stored data must always meet. */
export type Invariant = {
  /** The condition, as a sentence. */
  description: string;
  /** Query for the violating rows: `clinic_id` (null for the platform's), `row` such as "bills 1234", and `found`, what is wrong. */
  violations: string;
};

/** SQL that identifies a row: "bills 1234". */
export const row = (table: string, id = "id"): string => `'${table} ' || ${id}`;
