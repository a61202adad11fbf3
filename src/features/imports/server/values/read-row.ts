import type { ImportMapping } from "#features/imports/contract.ts";
import { customFieldOf, fieldOf } from "#features/imports/import-fields.ts";
import { PatientDraft } from "#features/patients/contract.ts";
import { checkedFields } from "#features/patients/server/patient-rules.ts";
import { saysNoAllergies } from "#shared/clinical/allergy-words.ts";
import { checkCustomValue, requiredMessage } from "#shared/clinical/custom-fields.ts";
import { Failure } from "#shared/errors.ts";
import { dayProblem } from "#shared/formats/day-bounds.ts";
import { headerKey, isOwnExport } from "../header-targets.ts";
import { allergiesTogether } from "./allergies-together.ts";
import { storedName } from "./list-names.ts";
import {
  isRounded,
  isUnknownSex,
  type Read,
  ROUNDED,
  readAge,
  readAgeSex,
  readAmount,
  readArchived,
  readDeath,
  readGestation,
  readPhones,
  readSex,
  sexWord,
} from "./list-values.ts";
import {
  isDoubtfulMiddle,
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
} from "./row-parts.ts";
import { inStoredUnit } from "./units.ts";

/**
 * The fields that a row fills. Without an admission number it gets the next free one. Only imported patients may have an
 * unknown sex, null.
 */
export type RowValues = Partial<Omit<PatientDraft, "hospital" | "patientName" | "sex">> &
  Pick<PatientDraft, "hospital" | "patientName"> & {
    sex: PatientDraft["sex"] | null;
    /** The day on which the age was told; without it, that of the import. */
    ageToldOn?: string;
    /** Registered as an archived patient. */
    isArchived?: true;
  };

const readFields = new Set([
  "name",
  "lastName",
  "firstName",
  "middleName",
  "suffix",
  "birthday",
  "sex",
  "age",
  "ageSex",
  "ageToldOn",
  "gestationDays",
  "amount",
  "contactNumber",
  "recordStatus",
]);

/** Fields without which there is no patient, or nobody knows whose row it is. */
const needed = new Set(["name", "lastName", "firstName", "middleName", "suffix", "admissionNo"]);

/** Whether a row may be imported without a cell of this column. */
export const isOptional = (target: string | null): boolean => target !== null && !needed.has(fieldOf(target));

/** The answer of a column that asks whether there are allergies. */
const NO_ALLERGIES = /^(?:n|no|neg|negative|\(-\))\.?$/i;

/** A column that says who died, by yes or a day. */
const DEATH = /deceased|died|dead|death|patay|pagkamatay/i;

/** Registration requires a number; a free one is assigned when the row is imported. */
const SOME_NUMBER = "20000101-001";

/**
 * Parses the patient of a row by the clinic's mapping, under the rules of registration; reports every error of the
 * row. Values with errors are omitted.
 */
export function readRow(
  cells: readonly string[],
  reading: RowReading,
): { values: RowValues | null; shown: Record<string, string>; faults: RowFault[] } {
  return readMoving(cells, reading, isOptional, (moved) => {
    const row = new RowReader(cells, reading, moved);
    return { values: row.parsed(), shown: row.shown, faults: row.faults };
  });
}

class RowReader {
  readonly faults: RowFault[] = [];
  private readonly cells: readonly string[];
  private readonly reading: RowReading;
  private readonly draft: Record<string, unknown> = {};
  private readonly custom: Record<string, string> = {};
  private readonly remarks: string[] = [];
  private toldAge: string | null = null;
  private toldOn: string | null = null;
  private isArchived = false;
  private readonly addresses: string[] = [];
  private readonly allergies: { words: string; header: string }[] = [];
  private readonly parts = { last: "", first: "", middle: "", suffix: "" };
  private readonly columnOf = new Map<string, number>();

  private readonly moved: ReadonlySet<number>;
  /** Stored values are taken as they are. */
  private readonly isOwn: boolean;

  constructor(cells: readonly string[], reading: RowReading, moved: ReadonlySet<number>) {
    this.cells = cells;
    this.reading = reading;
    this.moved = moved;
    this.isOwn = isOwnExport(reading.headers);
  }

  /** The values of the row; null if it has errors, see `faults`. */
  parsed(): RowValues | null {
    this.read();
    return this.checked();
  }

  /** Name and birthday as far as they can be read, by which people recognize a row. */
  get shown(): Record<string, string> {
    const { patientName, birthday } = this.draft;
    return {
      ...(typeof patientName === "string" && patientName && { patientName: patientName.slice(0, 255) }),
      ...(typeof birthday === "string" && { birthday }),
    };
  }

  private read(): void {
    const { targets } = this.reading.mapping;
    for (const [column, target] of targets.entries()) {
      if (target === null) continue;
      this.columnOf.set(fieldOf(target), column);
      const typed = (this.cells[column] ?? "").trim();
      if (typed === "") continue;
      const field = fieldOf(target);
      if (this.moved.has(column) || (!this.isOwn && isDoubtfulMiddle(field, typed)))
        this.remarks.push(`${this.reading.headers[column]}: ${typed}`);
      else if (this.isOwn || !isEmptyCell(field, typed) || this.isStatement(target, typed))
        this.readCell(column, target, typed);
    }
    const { patientName } = this.draft;
    if (patientName || this.parts.last || this.parts.first)
      this.draft.patientName = joinedName(String(patientName ?? ""), this.parts);
    this.joinAllergies();
    if (this.addresses.length > 0) this.draft.address = this.addresses.join(", ");
    if (this.toldAge !== null && !this.draft.birthday) this.remarks.push(this.toldAge);
    if (this.remarks.length > 0) this.draft.remarks = this.remarks.join("\n");
    // The age of today follows from the birthday; a list has the age of its year.
    if (this.draft.birthday) delete this.draft.age;
    this.tellAtRegistration();
    this.draft.hospital ??= this.reading.mapping.hospital;
  }

  /** "None" under one header says nothing of the allergies under another; what is left out goes to the remarks. */
  private joinAllergies(): void {
    const { words, leftOut } = this.isOwn
      ? { words: this.allergies[0]?.words ?? null, leftOut: [] }
      : allergiesTogether(this.allergies);
    if (words !== null) this.draft.allergies = words;
    for (const one of leftOut) this.remarks.push(`${one.header}: ${one.words}`);
  }

  private checked(): RowValues | null {
    this.checkCustom();
    this.draft.sex ??= this.sexOfRow();
    const isUnknown = this.draft.sex === "unknown";
    const parsed = PatientDraft.safeParse({
      ...this.draft,
      admissionNo: this.draft.admissionNo ?? SOME_NUMBER,
      // Reported once, in the words of lists.
      patientName: this.draft.patientName || (this.isAtFault("patientName") ? "-" : undefined),
      // A value of the draft in place of a sex that stays unknown.
      sex: isUnknown || this.isAtFault("sex") ? "M" : this.draft.sex,
      customFields: this.custom,
    });
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        const field = String(path[0] ?? "");
        const words =
          field === "sex"
            ? "Sex is required"
            : field === "patientName" && !this.draft.patientName
              ? "Name is required"
              : message;
        this.fault(this.columnOfField(field), words);
      }
      return null;
    }
    try {
      const { admissionNo, ...checked } = checkedFields(parsed.data, this.reading.now);
      if (this.faults.length > 0) return null;
      const values = {
        ...checked,
        ...(this.toldOn !== null && checked.age && { ageToldOn: this.toldOn }),
        sex: isUnknown ? null : checked.sex,
        ...(this.isArchived && { isArchived: true as const }),
      };
      return this.draft.admissionNo ? { ...values, admissionNo } : values;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const fields = Object.entries(error.details.fields ?? {});
      for (const [field, message] of fields) this.fault(this.columnOfField(field), message);
      return null;
    }
  }

  /** What the clinic decided for rows without a sex. */
  private sexOfRow(): string | undefined {
    const { missingSex, toRemarks } = this.reading.mapping;
    if (missingSex !== null) return missingSex;
    const column = this.columnOfField("sex");
    // Once the column's unreadable cells may go, an empty one holds nobody back either.
    return column !== null && toRemarks.includes(column) ? "unknown" : undefined;
  }

  private readCell(column: number, target: string, typed: string): void {
    const field = fieldOf(target);
    const own = customFieldOf(target);
    if (field !== "remarks" && isRounded(typed)) {
      this.fault(column, ROUNDED);
      return;
    }
    if (own !== null) {
      this.custom[own] = this.customText(own, typed);
      return;
    }
    if (typed.length > MOST_READ && readFields.has(field)) {
      this.fault(column, `Longer than ${MOST_READ} characters`);
      return;
    }
    const part = namePartOf[field];
    if (part) {
      this.parts[part] = typed;
      return;
    }
    switch (field) {
      case "name":
        this.draft.patientName = this.isOwn ? typed : storedName(typed, nameOrderOf(target));
        return;
      case "birthday":
        this.readBirthday(column, target, typed);
        return;
      case "sex":
        this.take(column, "sex", sexOf(typed, this.reading.mapping.sexWords));
        return;
      case "age":
        this.readAge(column, typed);
        return;
      case "ageToldOn":
        this.readDayTold(column, target, typed);
        return;
      case "ageSex":
        this.readAgeSex(column, typed);
        return;
      case "gestationDays":
        this.take(column, "gestationDays", readGestation(typed));
        return;
      case "amount":
        this.take(column, "amount", readAmount(typed, this.reading.headers[column]));
        return;
      case "contactNumber":
        this.readPhone(column, typed);
        return;
      case "recordStatus":
        this.readStatus(column, typed);
        return;
      case "remarks":
        this.remarks.push(this.isNamed(column) ? `${this.reading.headers[column]}: ${typed}` : typed);
        return;
      case "allergies":
        this.allergies.push({
          words: !this.isOwn && NO_ALLERGIES.test(typed) ? "None" : typed,
          header: this.reading.headers[column] ?? "",
        });
        return;
      case "address":
        this.addresses.push(typed);
        return;
      default:
        this.draft[field] = typed;
    }
  }

  private readBirthday(column: number, target: string, typed: string): void {
    const read = readDay(typed, orderOf(target), this.reading);
    this.take(column, "birthday", "day" in read ? { value: read.day } : read);
  }

  private readDayTold(column: number, target: string, typed: string): void {
    const read = readDay(typed, orderOf(target), this.reading);
    const problem = "day" in read ? dayProblem("ageTold", read.day, this.reading) : read.problem;
    if (problem !== null) this.fault(column, problem);
    else if ("day" in read) this.toldOn = read.day;
  }

  /** An age that Klinika stored without a day was told when the patient was registered. */
  private tellAtRegistration(): void {
    if (!this.isOwn || this.toldOn !== null) return;
    const column = this.reading.headers.findIndex((header) => headerKey(header) === "createdat");
    const read = readDay((this.cells[column] ?? "").trim(), undefined, this.reading);
    if ("day" in read && dayProblem("ageTold", read.day, this.reading) === null) this.toldOn = read.day;
  }

  /** Where "unknown" or "none" is an answer. */
  private isStatement(target: string, typed: string): boolean {
    const own = customFieldOf(target);
    if (own !== null)
      return this.reading.customFields.some(
        ({ fieldName, fieldType, fieldOptions }) =>
          fieldName === own && fieldType === "choice" && fieldOptions.includes(typed),
      );
    return (target === "sex" && isUnknownSex(typed)) || (target === "allergies" && saysNoAllergies(typed));
  }

  /** Infants' ages are told in months or days: years alone would lose them. */
  private readAge(column: number, typed: string): void {
    const age = inStoredUnit("age", typed, this.reading.headers[column] ?? "");
    const read = "problem" in age ? age : readAge(age.value);
    this.take(column, "age", read);
    const isInexact = "value" in age && !("problem" in read) && !read.isExact;
    if (isInexact) this.toldAge = `Age in the list: ${age.value}`;
  }

  private readAgeSex(column: number, typed: string): void {
    const read = readAgeSex(typed, this.reading.mapping.sexWords);
    if ("problem" in read) {
      this.fault(column, read.problem);
      return;
    }
    if (read.value.sex !== null) this.draft.sex = read.value.sex;
    if (read.value.age !== null) this.readAge(column, read.value.age);
  }

  private readPhone(column: number, typed: string): void {
    if (/^0+$/.test(typed)) return;
    const read = readPhones(typed);
    if ("problem" in read) {
      // Registration takes such numbers as they are typed.
      if (this.isOwn) {
        this.draft.contactNumber = typed;
        return;
      }
      this.fault(column, read.problem);
      return;
    }
    this.draft.contactNumber = read.value.phone;
    if (read.value.more !== "") this.remarks.push(`${this.reading.headers[column]}: ${read.value.more}`);
    else if (read.value.others.length > 0) this.remarks.push(`Other phone: ${read.value.others.join(", ")}`);
  }

  /** "Deceased" says more than that the record is archived. */
  private readStatus(column: number, typed: string): void {
    const header = this.reading.headers[column] ?? "";
    const isArchived = readArchived(typed) ?? (DEATH.test(header) ? readDeath(typed) : null);
    if (isArchived === null) this.fault(column, "Neither active nor archived");
    else this.isArchived = isArchived;
    if (isArchived && !/^archived?$/i.test(typed)) this.remarks.push(`${header}: ${typed}`);
  }

  private take(column: number, field: string, read: Read<unknown>): void {
    if ("problem" in read) this.fault(column, read.problem);
    else this.draft[field] = read.value;
  }

  /** Own exports have one column of remarks. */
  private isNamed(column: number): boolean {
    return this.isOwn
      ? headerKey(this.reading.headers[column] ?? "") !== "remarks"
      : needsHeader(column, this.reading, "remarks", "patients");
  }

  /** Dates of a custom field may be typed like birthdays. */
  private customText(name: string, typed: string): string {
    const rule = this.reading.customFields.find(({ fieldName }) => fieldName === name);
    if (rule?.fieldType !== "date" || typed.length > MOST_READ) return typed;
    const read = readDay(typed, "month", this.reading);
    return "day" in read ? read.day : typed;
  }

  private checkCustom(): void {
    for (const rule of this.reading.customFields) {
      const { fieldName, isActive, isRequired } = rule;
      if (!isActive) continue;
      const column = this.columnOf.get(`custom:${fieldName}`) ?? null;
      const typed = Object.hasOwn(this.custom, fieldName) ? (this.custom[fieldName] ?? "") : "";
      const checked = checkCustomValue(rule, typed);
      if (checked.problem !== undefined) this.fault(column, checked.problem);
      else if (checked.value !== "") this.custom[fieldName] = checked.value;
      else if (isRequired) this.fault(column, requiredMessage(fieldName));
    }
  }

  private columnOfField(field: string): number | null {
    const own =
      field === "patientName"
        ? ["name", "lastName", "firstName"]
        : field === "sex" || field === "age"
          ? [field, "ageSex"]
          : [field];
    for (const name of own) {
      const column = this.columnOf.get(name);
      if (column !== undefined) return column;
    }
    return null;
  }

  private isAtFault(field: string): boolean {
    const column = this.columnOfField(field);
    return column !== null && this.faults.some((fault) => fault.column === column);
  }

  private fault(column: number | null, message: string): void {
    if (!this.faults.some((fault) => fault.column === column)) this.faults.push({ column, message });
  }
}

function sexOf(typed: string, words: ImportMapping["sexWords"]): Read<"M" | "F" | "unknown"> {
  const sex =
    isUnknownSex(typed) && !Object.hasOwn(words, sexWord(typed)) ? "unknown" : readSex(typed, words);
  return sex === null ? { problem: "Neither male nor female" } : { value: sex };
}
