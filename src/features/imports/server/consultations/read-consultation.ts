import { fieldOf } from "#features/imports/import-fields.ts";
import { readVitalSigns, VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { headerKey, isOwnConsultations } from "../header-targets.ts";
import { storedName } from "../values/list-names.ts";
import { isRounded, ROUNDED } from "../values/list-values.ts";
import { isOptional } from "../values/read-row.ts";
import {
  isEmptyCell,
  joinedName,
  MOST_READ,
  nameOrderOf,
  namePartOf,
  needsHeader,
  orderOf,
  type RowFault,
  type RowReading,
  readDay,
  readMoving,
} from "../values/row-parts.ts";
import { inStoredUnit } from "../values/units.ts";

/** Text fields of a consultation that a column can be, in the order of comparison. */
export const consultationTexts = [
  "chiefComplaint",
  "physicalExamination",
  "diagnosis",
  "treatment",
  "medications",
  "notes",
] as const;
type ConsultationText = (typeof consultationTexts)[number];

/** A row's consultation, and its patient. */
export type ConsultationValues = Record<ConsultationText, string | null> & {
  patientName: string | null;
  birthday: string | null;
  admissionNo: string | null;
  /** YYYY-MM-DD, in Manila. */
  day: string;
  vitalSigns: VitalSigns | null;
};

const isText = (field: string): field is ConsultationText => consultationTexts.some((text) => text === field);
const isSign = (field: string) => VITAL_SIGNS.some((sign) => sign === field);

/** Strips the units of "120 / 80 mmHg" and "72 bpm". */
const withoutUnit = (typed: string) => typed.replace(/\s*(?:mm\s?hg|bpm|cpm|%|\/min)\.?$/i, "").trim();

/** What the cells of a row say, each read alone. */
type ReadCells = Record<"patientName" | "birthday" | "admissionNo" | "visitDay", string | null> & {
  texts: Partial<Record<ConsultationText, string[]>>;
  signs: Record<string, unknown>;
  /** The first column of each field. */
  columnOf: Map<string, number>;
  faults: RowFault[];
};

function readCells(cells: readonly string[], reading: RowReading, moved: ReadonlySet<number>): ReadCells {
  const { mapping, headers } = reading;
  // Stored values are taken as they are.
  const isOwn = isOwnConsultations(headers);
  const read: ReadCells = {
    patientName: null,
    birthday: null,
    admissionNo: null,
    visitDay: null,
    texts: {},
    signs: {},
    columnOf: new Map(),
    faults: [],
  };
  const name = { last: "", first: "", middle: "", suffix: "" };
  const note = (column: number, typed: string) => {
    read.texts.notes ??= [];
    read.texts.notes.push(
      needsHeader(column, reading, "notes", "consultations") ? `${headers[column]}: ${typed}` : typed,
    );
  };
  for (const [column, target] of mapping.targets.entries()) {
    if (target === null) continue;
    const field = fieldOf(target);
    if (!read.columnOf.has(field)) read.columnOf.set(field, column);
    const typed = (cells[column] ?? "").trim();
    if (typed === "" || (!isOwn && isEmptyCell(field, typed))) continue;
    if (moved.has(column) || field === "notes") {
      note(column, typed);
      continue;
    }
    if (isRounded(typed)) {
      read.faults.push({ column, message: ROUNDED });
      continue;
    }
    if (isText(field)) {
      read.texts[field] ??= [];
      read.texts[field].push(typed);
      continue;
    }
    if (field === "vitalSigns") {
      const signs = parsedSigns(typed);
      if (signs) read.signs = { ...signs, ...read.signs };
      else read.faults.push({ column, message: "Not vital signs as an archive has them" });
      continue;
    }
    if (typed.length > MOST_READ) {
      read.faults.push({ column, message: `Longer than ${MOST_READ} characters` });
      continue;
    }
    const part = namePartOf[field];
    if (part) name[part] = typed;
    else if (field === "name") read.patientName = storedName(typed, nameOrderOf(target));
    else if (field === "admissionNo") read.admissionNo = typed;
    else if (isSign(field)) {
      const figure = inStoredUnit(field, withoutUnit(typed), headers[column] ?? "");
      if ("value" in figure) read.signs[field] = figure.value;
      else read.faults.push({ column, message: figure.problem });
    } else {
      const day = readDay(typed, orderOf(target), reading);
      if ("day" in day) read[field as "birthday" | "visitDay"] = day.day;
      else read.faults.push({ column, message: day.problem });
    }
  }
  read.patientName = joinedName(read.patientName ?? "", name) || null;
  if (isOwn) leaveOutUnused(read, cells, headers);
  return read;
}

/** Longer than any vital signs that Klinika stores. */
const MOST_OF_SIGNS = 2000;

function parsedSigns(typed: string): Record<string, unknown> | null {
  if (typed.length > MOST_OF_SIGNS) return null;
  try {
    const parsed = JSON.parse(typed) as unknown;
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** What an archive's table says of a row beside its texts: what was entered in error, or is confidential, is no visit to add. */
function leaveOutUnused(read: ReadCells, cells: readonly string[], headers: readonly string[]): void {
  const columnOf = (key: string) => headers.findIndex((header) => headerKey(header) === key);
  const cellOf = (key: string) => (cells[columnOf(key)] ?? "").trim();
  for (const [key, message] of [
    ["inerrorat", "This consultation was entered in error. Skip the row"],
    ["confidentialto", "This consultation is confidential, which an import would not keep. Skip the row"],
  ] as const)
    if (cellOf(key) !== "") read.faults.push({ column: columnOf(key), message });
  // Of an entry in error, or read from another one, which has a row of its own.
  if (cellOf("vitalsinerrorat") !== "" || cellOf("vitalsfromid") !== "") read.signs = {};
  // The fixed text of the History Checklist.
  if (cellOf("isintake") === "Yes") delete read.texts.diagnosis;
}

/** What is wrong with the day of the visit, unless its cell is at fault already. */
function dayFault(
  { visitDay: day, birthday, columnOf, faults }: ReadCells,
  today: string,
): RowFault | undefined {
  const column = columnOf.get("visitDay") ?? null;
  if (day === null)
    return faults.some((fault) => fault.column === column)
      ? undefined
      : { column, message: "Enter the date of the visit" };
  if (day > today) return { column, message: "Enter a date that is not in the future" };
  if (birthday !== null && day < birthday) return { column, message: "Enter a date from the birthday on" };
  return undefined;
}

/** Parses the consultation of a row by the clinic's mapping; reports every error of the row. */
export function readConsultation(
  cells: readonly string[],
  reading: RowReading,
): { values: ConsultationValues | null; shown: Record<string, string>; faults: RowFault[] } {
  return readMoving(cells, reading, isOptionalOfVisit, (moved) => readOnce(cells, reading, moved));
}

/** Whether a visit may be recorded without a cell of this column. */
export const isOptionalOfVisit = (target: string | null): boolean =>
  isOptional(target) && fieldOf(target ?? "") !== "visitDay";

function readOnce(cells: readonly string[], reading: RowReading, moved: ReadonlySet<number>) {
  const read = readCells(cells, reading, moved);
  const { patientName, birthday, admissionNo, visitDay: day, texts, columnOf, faults } = read;
  if (!patientName && !admissionNo) {
    const nameColumn = columnOf.get("name") ?? columnOf.get("lastName") ?? columnOf.get("firstName");
    faults.push({
      column: nameColumn ?? columnOf.get("admissionNo") ?? null,
      message: "Enter the name or the admission number",
    });
  }
  const wrongDay = dayFault(read, reading.today);
  if (wrongDay) faults.push(wrongDay);
  const { values: measured, errors } = readVitalSigns(read.signs);
  for (const sign of VITAL_SIGNS) {
    const message = errors[sign];
    if (message) faults.push({ column: columnOf.get(sign) ?? null, message });
  }
  const hasSigns = VITAL_SIGNS.some((sign) => measured[sign] != null);
  if (Object.keys(texts).length === 0 && !hasSigns && faults.length === 0)
    faults.push({ column: null, message: "Enter something about the visit, or skip the row" });
  const shown = {
    ...(patientName && { patientName: patientName.slice(0, 255) }),
    ...(birthday && { birthday }),
  };
  if (faults.length > 0 || day === null) return { values: null, shown, faults };
  const text = (field: ConsultationText) => texts[field]?.join("\n") ?? null;
  return {
    values: {
      patientName,
      birthday,
      admissionNo,
      day,
      chiefComplaint: text("chiefComplaint"),
      physicalExamination: text("physicalExamination"),
      diagnosis: text("diagnosis"),
      treatment: text("treatment"),
      medications: text("medications"),
      notes: text("notes"),
      vitalSigns: hasSigns ? measured : null,
    },
    shown,
    faults,
  };
}

/** What two rows of the same consultation of a patient and day have in common. */
export const fingerprintOf = (
  values: Record<ConsultationText, string | null> & { vitalSigns: VitalSigns | null },
): string =>
  JSON.stringify([
    ...consultationTexts.map((field) => values[field]?.trim() ?? ""),
    ...VITAL_SIGNS.map((sign) => values.vitalSigns?.[sign] ?? null),
  ]);
