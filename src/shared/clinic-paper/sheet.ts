import { ageInWords } from "#shared/clinical/age.ts";
import { testNamed } from "#shared/clinical/planned-tests.ts";
import { pregnancyNote } from "#shared/clinical/pregnancy.ts";
import { testsOf } from "#shared/clinical/requested-tests.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { initials } from "#shared/formats/names.ts";
import { givenNameFirst } from "#shared/formats/printed-names.ts";
import {
  type HeadInput,
  NOT_GIVEN,
  ptrInYear,
  type SheetHead,
  type Signature,
  type Signer,
  sheetHead,
  sheetLine,
  sheetText,
  signatureOf,
} from "#shared/sheet-content.ts";
import { isRequest, type PaperKind, requestTitles } from "./starter-templates.ts";
import { filled, inDays, longDay, wholePeriod } from "./words.ts";

export const fastingHours = ["8", "10", "12"] as const;
export type FastingHours = (typeof fastingHours)[number];

/** The entries for a paper. */
export type EnteredPaper = {
  diagnosis: string | null;
  days: number | null;
  from: string | null;
  to: string | null;
  purpose: string | null;
  findings: string | null;
  remarks: string | null;
  /** Ids in the catalogue of the kind. */
  tests: readonly string[];
  otherTests: string | null;
  impression: string | null;
  fasting: FastingHours | null;
  neededOn: string | null;
};

export const nothingEntered: EnteredPaper = {
  diagnosis: null,
  days: null,
  from: null,
  to: null,
  purpose: null,
  findings: null,
  remarks: null,
  tests: [],
  otherTests: null,
  impression: null,
  fasting: null,
  neededOn: null,
};

export type SigningDoctor = Omit<Signer, "s2"> & { ptrYear?: number | null | undefined };

export type SheetInput = HeadInput & {
  /** YYYY-MM-DD; the age is that of this day. */
  day: string;
  kind: PaperKind;
  /** For a certificate. */
  template: { title: string; body: string; unseen?: string } | null;
  /** The day of the last recorded consultation up to the paper's day, which a certificate tells. */
  seenOn?: string | null | undefined;
  entered: EnteredPaper;
  /** The open one, which requests say. */
  pregnancy?: { dueOn: string } | null | undefined;
  /** Null until it is saved. */
  number: string | null;
  /** Null until it is released. */
  doctor: SigningDoctor | null;
};

/** The printed page as data, stored with the paper. */
export type PaperSheet = SheetHead & {
  number: string | null;
  title: string;
  /** For a certificate. */
  paragraphs: string[];
  /** For a request. */
  groups: { label: string; items: string[] }[];
  notes: { label: string; text: string }[];
  doctor: Signature | null;
};

/** "J. C.", for whoever checks a paper. */
export const printedInitials = (name: string): string =>
  Array.from(initials(name), (letter) => `${letter}.`).join(" ") || "?";

const sexInWords: Record<string, string> = { M: "male", F: "female" };

/** Of the doctor, as prescriptions print it. */
export const signatureOfDoctor = ({ ptrYear, ...doctor }: SigningDoctor): Signature =>
  signatureOf({ ...doctor, ptr: ptrInYear(doctor.ptr, ptrYear) });

/** One certificate or request as its printed page. */
export function paperSheet(input: SheetInput): PaperSheet {
  const { day, kind, template, entered, number, doctor } = input;
  return {
    ...sheetHead(input, day),
    number,
    title: isRequest(kind) ? requestTitles[kind] : sheetLine(template?.title),
    paragraphs:
      isRequest(kind) || !template
        ? []
        : paragraphsOf(input, (!input.seenOn && template.unseen) || template.body),
    groups: isRequest(kind) ? groupsOf(kind, entered) : [],
    notes: isRequest(kind) ? notesOf(input) : [],
    doctor: doctor && signatureOfDoctor(doctor),
  };
}

function paragraphsOf({ patient, day, entered, seenOn }: SheetInput, body: string): string[] {
  const period = wholePeriod(entered, day);
  return filled(body, {
    patient: givenNameFirst(sheetLine(patient.name)),
    age: ageInWords(patient, day) || `age ${NOT_GIVEN}`,
    sex: sexInWords[patient.sex ?? ""] ?? `sex ${NOT_GIVEN}`,
    address: sheetLine(patient.address) || `address ${NOT_GIVEN}`,
    date: formatLongDay(day),
    visit: longDay(seenOn ?? null),
    diagnosis: sheetText(entered.diagnosis),
    days: period.days === null ? "" : inDays(period.days),
    from: longDay(period.from),
    to: longDay(period.to),
    purpose: sheetLine(entered.purpose),
    findings: sheetText(entered.findings),
    remarks: sheetText(entered.remarks),
  });
}

/** The tests of a request: the catalogue's in its order, then each line of the free text that is not one of them. */
export function requestedTests(kind: "laboratory_request" | "imaging_request", entered: EnteredPaper) {
  const wanted = new Set(entered.tests);
  const groups = testsOf(kind).map(({ label, tests }) => ({
    label,
    tests: tests.filter(({ id }) => wanted.has(id)),
  }));
  const others = sheetText(entered.otherTests)
    .split("\n")
    .filter((line) => line !== "" && !wanted.has(testNamed(line)?.id ?? ""));
  return { groups: groups.filter(({ tests }) => tests.length > 0), others };
}

function groupsOf(kind: "laboratory_request" | "imaging_request", entered: EnteredPaper) {
  const { groups, others } = requestedTests(kind, entered);
  return [
    ...groups.map(({ label, tests }) => ({ label, items: tests.map((each) => each.label) })),
    ...(others.length > 0 ? [{ label: "Others", items: others }] : []),
  ];
}

const PREGNANCY = "Pregnancy";

/** What a page tells of the patient from the record, apart from the address, which is that of its day. */
export const patientFacts = ({
  patient: { name, ageAndSex },
  notes,
}: Pick<PaperSheet, "patient" | "notes">) => ({
  name,
  ageAndSex,
  pregnancy: notes.find(({ label }) => label === PREGNANCY)?.text ?? "no pregnancy",
});

function notesOf({ day, pregnancy, entered }: SheetInput): PaperSheet["notes"] {
  const { impression, fasting, neededOn, remarks } = entered;
  return [
    { label: PREGNANCY, text: pregnancy ? pregnancyNote(pregnancy.dueOn, day) : "" },
    { label: "Clinical impression", text: sheetText(impression) },
    {
      label: "Preparation",
      text: fasting ? `No food for ${fasting} hours before the test; water is allowed.` : "",
    },
    { label: "Needed by", text: longDay(neededOn) },
    { label: "Remarks", text: sheetText(remarks) },
  ].filter((note) => note.text !== "");
}

/** Limit of a page, since a template may contain a long field many times. */
const MAX_CHARS = 20_000;

/** Why a paper cannot be saved, or null. */
export function sheetProblem({ paragraphs, groups, notes }: PaperSheet): string | null {
  if (paragraphs.length === 0 && groups.length === 0)
    return "Nothing would be printed. Choose a test, or fill in what the paper says.";
  const letters = [
    ...paragraphs,
    ...groups.flatMap(({ items }) => items),
    ...notes.map((note) => note.text),
  ].reduce((sum, each) => sum + each.length, 0);
  return letters > MAX_CHARS ? "This paper is too long. Shorten its text." : null;
}
