import { setImmediate } from "node:timers/promises";
import type { Snapshot } from "#server/database/driver/snapshot.ts";
import { BYTE_ORDER_MARK, csvRows } from "#shared/formats/csv.ts";
import { readRows } from "./read-rows.ts";
import { type Column, exportedRows, type TableShape } from "./table-shapes.ts";

/** Rows that are written before other requests run: checking each cell takes time. */
const ROWS_OF_TURN = 25;

/** Excel opens at most 1,048,576 rows. */
export const ROWS_OF_FILE = 1_000_000;

/** Who a row is of, for people, and for an import into a clinic where the patient has another id. */
const ofPatient = ["patient_name", "admission_no"].map(
  (column) => `(select p.${column} from patients p where p.clinic_id = t.clinic_id and p.id = t.patient_id)`,
);
const ofPatientHeadings = ["Patient", "Admission Number"];

/** A column's value as text for people. */
function asText({ name, type }: Column): string {
  const value = `t."${name}"`;
  if (type === "timestamp with time zone")
    return `to_char(${value} at time zone 'Asia/Manila', 'YYYY-MM-DD HH24:MI')`;
  if (type === "boolean") return `case when ${value} then 'Yes' when not ${value} then 'No' end`;
  if (type.endsWith("[]")) return `array_to_string(${value}, '; ')`;
  return `${value}::text`;
}

/** Columns that are not for people: generated ones, pictures, and the clinic, which is always the same. */
const isForPeople = ({ name, type, isGenerated }: Column) =>
  name !== "clinic_id" && type !== "bytea" && !isGenerated;

/** `recorded_by_id` refers to an account: Recorded By. */
function heading({ name, isUser }: Column): string {
  const words = (isUser ? name.replace(/_id$/, "") : name).split("_");
  return words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(" ");
}

/** The names of the clinic's accounts, which replace their ids. */
export async function userNames(snapshot: Snapshot, clinicId: number): Promise<Map<string, string>> {
  const rows = await snapshot.rows<{ id: number; name: string }>(
    "select id, first_name || ' ' || last_name as name from users where clinic_id = $1",
    [clinicId],
  );
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** A table as CSV: its header, and its rows as lines. */
export function csvOf(
  snapshot: Snapshot,
  { name, columns: all, order }: TableShape,
  clinicId: number,
  users: ReadonlyMap<string, string>,
): { head: string; rows: AsyncGenerator<string> } {
  const columns = all.filter(isForPeople);
  const hasPatient = all.some((column) => column.name === "patient_id");
  const texts = [...(hasPatient ? ofPatient : []), ...columns.map(asText)];
  const headings = [...(hasPatient ? ofPatientHeadings : []), ...columns.map(heading)];
  const areUsers = [
    ...(hasPatient ? ofPatient.map(() => false) : []),
    ...columns.map(({ isUser }) => isUser),
  ];
  const query = `select array_to_json(array[${texts.join(", ")}])::text as line
    from ${exportedRows(name)} order by ${order}`;
  const rows = async function* () {
    let written = 0;
    for await (const line of readRows(snapshot, query, [clinicId])) {
      written += 1;
      if (written % ROWS_OF_TURN === 0) await setImmediate();
      const cells = (JSON.parse(line) as (string | null)[]).map((cell, index) =>
        cell === null ? "" : areUsers[index] ? (users.get(cell) ?? cell) : cell,
      );
      yield csvRows([cells]).slice(0, -2);
    }
  };
  return { head: `${BYTE_ORDER_MARK}${csvRows([headings])}`, rows: rows() };
}
