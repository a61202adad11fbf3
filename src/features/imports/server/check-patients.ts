import type { ClinicScope } from "#server/database/db.ts";
import {
  type CheckedRow,
  numberUsedBy,
  type RowCheck,
  readNamed,
  stateOf,
  type WaitingRow,
} from "./checked-row.ts";
import { type Doubles, personOfRow } from "./doubles.ts";
import { eachYielding } from "./each-yielding.ts";
import { readRow } from "./values/read-row.ts";
import type { RowReading } from "./values/row-parts.ts";

/** Compares each row with all patients and rows before it. */
export function patientCheck(clinic: ClinicScope, reading: RowReading, doubles: Doubles): RowCheck {
  return async (rows) => {
    const checked: CheckedRow[] = [];
    await eachYielding(
      await readNamed(clinic, rows, (cells) => readRow(cells, reading)),
      ({ row, result, sounds }) => checked.push(compared(row, result, { sounds, doubles })),
    );
    return checked;
  };
}

function compared(
  { rowNo, choice }: WaitingRow,
  { values, shown, faults }: ReturnType<typeof readRow>,
  { sounds, doubles }: { sounds: string[]; doubles: Doubles },
): CheckedRow {
  const base = {
    rowNo,
    patientName: values?.patientName ?? shown.patientName ?? null,
    birthday: values?.birthday ?? shown.birthday ?? null,
    contactNumber: values?.contactNumber ?? null,
  };
  if (!values)
    return { ...base, fields: null, faults, match: null, state: stateOf({ faults, match: null, choice }) };
  const person = personOfRow(rowNo, values, sounds);
  const { match: found, usedBy, isWhole } = doubles.find(person);
  const all = usedBy ? [...faults, { column: null, message: numberUsedBy(usedBy) }] : faults;
  const match =
    found?.isSure && all.length === 0 && choice !== "keep" && choice !== "skip"
      ? {
          ...found,
          isSure: doubles.claim({
            row: rowNo,
            name: person.name,
            isWhole,
            patientId: found.patientId,
            ofRow: found.row,
          }),
        }
      : found;
  const state = stateOf({ faults: all, match, choice });
  // A row that is not imported hides none below it. One that waits for a decision may still be imported.
  if (state === "new" || (state === "look" && all.length === 0)) doubles.add(person);
  return { ...base, fields: values, faults: all, match, state };
}
