import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { ClinicSettings } from "#features/clinics/contract.ts";
import type { PaperDraft, PaperTemplate } from "#features/papers/contract.ts";
import type { Patient } from "#features/patients/contract.ts";
import type { Physician } from "#features/prescriptions/contract.ts";
import { restProblem } from "#shared/clinic-paper/rest.ts";
import {
  type EnteredPaper,
  type FastingHours,
  fastingHours,
  type PaperSheet,
  paperSheet,
} from "#shared/clinic-paper/sheet.ts";
import {
  certificateKinds,
  isCertificate,
  isRequest,
  type PaperKind,
  requestKinds,
  requestTitles,
  starterTemplates,
} from "#shared/clinic-paper/starter-templates.ts";
import {
  type EnteredField,
  fieldsIn,
  MOST_DAYS,
  missingIn,
  periodProblem,
} from "#shared/clinic-paper/words.ts";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { canBePrinted } from "#shared/formats/fields.ts";
import { signedName } from "#shared/formats/printed-names.ts";

const text = (most: number) =>
  z.string().check(z.maxLength(most, `Use at most ${most} characters`), canBePrinted);
const dateWords = "Enter a date that exists, as MM/DD/YYYY";
const day = z.string().check(z.refine((typed) => typed === "" || isCalendarDay(typed), dateWords));

/** The dialog's values, all as text, named as in the request. */
const PaperForm = z.object({
  template: z.string(),
  practitionerId: z.optional(z.int()),
  isConfidential: z.optional(z.boolean()),
  fields: z
    .object({
      date: z.string().check(z.refine(isCalendarDay, dateWords)),
      diagnosis: text(2000),
      days: z
        .string()
        .check(
          z.refine(
            (typed) =>
              typed === "" || (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_DAYS),
            `Enter 1 to ${MOST_DAYS} days`,
          ),
        ),
      from: day,
      to: day,
      purpose: text(300),
      findings: text(3000),
      remarks: text(3000),
      tests: z.array(z.string()),
      otherTests: text(1000),
      impression: text(1000),
      fasting: z.string(),
      neededOn: day,
    })
    .check((context) => {
      const problem = periodProblem(periodOf(context.value));
      if (problem)
        context.issues.push({
          code: "custom",
          message: problem.message,
          input: context.value[problem.field],
          path: [problem.field],
        });
      const { date, neededOn } = context.value;
      if (neededOn && isCalendarDay(date) && neededOn < date)
        context.issues.push({
          code: "custom",
          message: `Enter a date from ${formatDay(date)} on, the paper's date`,
          input: neededOn,
          path: ["neededOn"],
        });
    }),
});
export type TypedPaper = z.output<typeof PaperForm>;

/** With what the chosen paper needs, or contradicts; `own` are the clinic's papers. */
export const paperForm = (own: readonly PaperTemplate[]) =>
  PaperForm.check((context) => {
    const problem = problemOf(context.value, chosenTemplate(context.value.template, own));
    if (problem)
      context.issues.push({
        code: "custom",
        message: problem.message,
        input: context.value,
        path: ["fields", problem.field],
      });
  });
export type PaperFormReturn = UseFormReturn<TypedPaper, unknown, TypedPaper>;

const dayOrNull = (typed: string) => (isCalendarDay(typed) ? typed : null);
const periodOf = ({ days, from, to }: TypedPaper["fields"]) => ({
  days: /^[1-9]\d{0,2}$/.test(days) ? Number(days) : null,
  from: dayOrNull(from),
  to: dayOrNull(to),
});

export const blankPaper = (template: string, today: string, tests: readonly string[] = []): TypedPaper => ({
  template,
  practitionerId: undefined,
  fields: {
    date: today,
    diagnosis: "",
    days: "",
    from: "",
    to: "",
    purpose: "",
    findings: "",
    remarks: "",
    tests: [...tests],
    otherTests: "",
    impression: "",
    fasting: "",
    neededOn: "",
  },
});

/** The chosen paper: a built-in kind, or a template of the clinic. */
export type ChosenTemplate = {
  kind: PaperKind;
  template: { title: string; body: string; unseen?: string } | null;
  title: string;
  /** The fields it has. */
  entered: readonly EnteredField[];
};

export function chosenTemplate(named: string, own: readonly PaperTemplate[]): ChosenTemplate {
  if (isRequest(named)) return { kind: named, template: null, title: requestTitles[named], entered: [] };
  const template = isCertificate(named)
    ? starterTemplates[named]
    : (own.find(({ id }) => String(id) === named) ?? starterTemplates.medical_certificate);
  return {
    kind: isCertificate(named) ? named : "own",
    template,
    title: template.title,
    entered: fieldsIn(template.body),
  };
}

export const templateGroups = (own: readonly PaperTemplate[]) => [
  {
    label: "Certificates",
    options: certificateKinds.map((kind) => ({ value: kind as string, label: starterTemplates[kind].name })),
  },
  {
    label: "Requests",
    options: requestKinds.map((kind) => ({ value: kind as string, label: requestTitles[kind] })),
  },
  ...(own.length > 0
    ? [{ label: "Of this clinic", options: own.map(({ id, name }) => ({ value: String(id), label: name })) }]
    : []),
];

/** A field that the paper still needs, or that contradicts the rest. */
function problemOf(
  typed: TypedPaper,
  chosen: ChosenTemplate,
): { field: EnteredField; message: string } | null {
  const { kind, template } = chosen;
  if (!template) return null;
  const values = enteredOf(typed, chosen);
  return missingIn(kind, template.body, values) ?? restProblem(template.body, values, typed.fields.date);
}

/** Shows it at the field, before anything is asked or opened. @returns whether there is one */
export function showProblem(form: PaperFormReturn, chosen: ChosenTemplate): boolean {
  const problem = problemOf(form.getValues(), chosen);
  if (problem) form.setError(`fields.${problem.field}`, { message: problem.message }, { shouldFocus: true });
  return problem !== null;
}

/** The printed values. Fields that the chosen paper does not have stay in the form, and are not printed. */
export function enteredOf({ fields }: TypedPaper, { kind, entered }: ChosenTemplate): EnteredPaper {
  const of = (name: EnteredField) => (entered.includes(name) ? fields[name].trim() || null : null);
  const period = periodOf(fields);
  const forRequest = isRequest(kind);
  return {
    diagnosis: of("diagnosis"),
    days: entered.includes("days") ? period.days : null,
    from: entered.includes("from") ? period.from : null,
    to: entered.includes("to") ? period.to : null,
    purpose: of("purpose"),
    findings: of("findings"),
    remarks: forRequest ? fields.remarks.trim() || null : of("remarks"),
    tests: forRequest ? fields.tests : [],
    otherTests: forRequest ? fields.otherTests.trim() || null : null,
    impression: forRequest ? fields.impression.trim() || null : null,
    fasting: forRequest ? (fastingHours.find((hours) => hours === fields.fasting) ?? null) : null,
    neededOn: forRequest ? dayOrNull(fields.neededOn) : null,
  };
}

export const draftOf = (
  typed: TypedPaper,
  chosen: ChosenTemplate,
  practitionerId: number | undefined,
): PaperDraft => {
  const { tests, ...entered } = enteredOf(typed, chosen);
  return {
    template: typed.template,
    fields: { date: typed.fields.date, ...entered, tests: [...tests] },
    ...(typed.isConfidential && { isConfidential: true }),
    ...(practitionerId !== undefined && { practitionerId }),
  };
};

export type PaperSurroundings = {
  patient: Patient;
  clinic: Pick<ClinicSettings, "name" | "address" | "phone">;
  today: string;
  /** The open one. */
  pregnancy: { dueOn: string } | null;
  /** Manila days of the recorded consultations, the newest first. */
  consultedOn: readonly string[];
  /** The signer; null when the paper waits for release. */
  doctor: Physician | null;
};

/** The page of the form's current values. */
export function sheetOfForm(
  typed: TypedPaper,
  chosen: ChosenTemplate,
  { patient, clinic, today, pregnancy, consultedOn, doctor }: PaperSurroundings,
): PaperSheet {
  const date = dayOrNull(typed.fields.date) ?? today;
  return paperSheet({
    clinic,
    patient: {
      name: patient.patientName,
      birthday: patient.birthday,
      ageTold: patient.ageTold,
      sex: patient.sex,
      address: patient.address,
    },
    day: date,
    seenOn: consultedOn.find((day) => day <= date) ?? null,
    kind: chosen.kind,
    template: chosen.template,
    entered: enteredOf(typed, chosen),
    pregnancy,
    number: null,
    doctor: doctor && {
      name: signedName(doctor),
      specialization: doctor.specialization,
      license: doctor.licenseNumber,
      ptr: doctor.ptrNumber,
      ptrYear: doctor.ptrYear,
    },
  });
}

export const fastingOptions: { value: FastingHours; label: string }[] = fastingHours.map((hours) => ({
  value: hours,
  label: `${hours} hours`,
}));
