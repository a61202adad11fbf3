import * as z from "zod/mini";
import { fastingHours } from "#shared/clinic-paper/sheet.ts";
import { paperKinds } from "#shared/clinic-paper/starter-templates.ts";
import { knownFields, MOST_DAYS, unknownFieldIn } from "#shared/clinic-paper/words.ts";
import { confidentialEntry, confidentiality } from "#shared/clinical/confidentiality.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import {
  canBePrinted,
  optionalDay,
  optionalLine,
  optionalText,
  ordinary,
  pageSize,
  requiredLine,
} from "#shared/formats/fields.ts";
import { paperSize } from "#shared/formats/paper-size-query.ts";
import { namedDoctor, practitionerId } from "#shared/paper-doctor.ts";
import { mayEditPatients, mayViewPatients } from "#shared/permissions.ts";
import { signedStates } from "#shared/signed-papers.ts";

const text = z.nullable(z.string());

/** `out`: requested, without a result. `answered`: by a result. `done`, `cancelled`: marked by hand. */
const requestedStates = ["out", "answered", "done", "cancelled"] as const;

const RequestedItem = z.object({ id: Id, label: z.string(), state: z.enum(requestedStates) });
export type RequestedItem = z.output<typeof RequestedItem>;

/** The printed page as data, as it was when it was saved. */
const Sheet = z.object({
  clinic: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
  patient: z.object({ name: z.string(), ageAndSex: z.string(), address: z.string() }),
  date: z.string(),
  number: text,
  title: z.string(),
  paragraphs: z.array(z.string()),
  groups: z.array(z.object({ label: z.string(), items: z.array(z.string()) })),
  notes: z.array(z.object({ label: z.string(), text: z.string() })),
  doctor: z.nullable(z.object({ name: z.string(), lines: z.array(z.string()) })),
});

/** A certificate or a request. */
export const ClinicPaper = z.object({
  id: Id,
  clinicId: Id,
  patientId: Id,
  /** "2026-00012", of the clinic and the year. */
  number: z.string(),
  kind: z.enum(paperKinds),
  title: z.string(),
  day: z.string(),
  /** `prepared` until its doctor releases it: no print and no PDF before that, and none once it is withdrawn. */
  state: z.enum(signedStates),
  /** Opens /verify/CODE. */
  code: z.string(),
  sheet: Sheet,
  /** Of a request, in the printed order. */
  items: z.array(RequestedItem),
  preparedById: Id,
  preparedByName: text,
  ...namedDoctor,
  releasedAt: text,
  withdrawnByName: text,
  withdrawnAt: text,
  withdrawReason: text,
  createdAt: z.string(),
  ...confidentiality,
});
export type ClinicPaper = z.output<typeof ClinicPaper>;

const days = z.optional(
  z.nullable(
    z
      .int({ error: "Enter whole days" })
      .check(z.gte(1, "Enter at least 1 day"), z.lte(MOST_DAYS, `Enter at most ${MOST_DAYS} days`)),
  ),
);
export const PaperFields = z.strictObject({
  /** Not sent: today. */
  date: z.optional(optionalDay),
  diagnosis: z.optional(optionalText(2000)),
  days,
  from: z.optional(optionalDay),
  to: z.optional(optionalDay),
  purpose: z.optional(optionalLine(300)),
  findings: z.optional(optionalText(3000)),
  remarks: z.optional(optionalText(3000)),
  tests: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.maxLength(100, "At most 100 tests"))),
  otherTests: z.optional(optionalText(1000)),
  impression: z.optional(optionalText(1000)),
  fasting: z.optional(z.nullable(z.enum(fastingHours, { error: `Use ${fastingHours.join(", ")}` }))),
  neededOn: z.optional(optionalDay),
});
export type PaperFields = z.output<typeof PaperFields>;
export const PaperDraft = z.strictObject({
  /** A kind such as `medical_certificate`, or the id of one of the clinic's templates as text. */
  template: z
    .string({ error: "Choose a paper" })
    .check(z.minLength(1, "Choose a paper"), z.maxLength(30, "Choose a paper")),
  practitionerId,
  fields: PaperFields,
  isConfidential: confidentialEntry,
});
export type PaperDraft = z.output<typeof PaperDraft>;

const answersPaper = {
  noted: "paper.view",
  withoutView: z.pick(ClinicPaper, { id: true, clinicId: true, patientId: true, state: true }),
} as const;
const changes = ["papers", "recordHistory"] as const;

/** The newest first. */
export const patientPapers = endpoint({
  method: "GET",
  path: "/api/patients/:id/papers",
  access: mayViewPatients,
  audit: "paper.view",
  reads: ["papers", "results", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.array(ClinicPaper),
});
/** A doctor's own is final; what names another doctor is prepared and waits for that doctor's release. */
export const addPaper = endpoint({
  method: "POST",
  path: "/api/patients/:id/papers",
  access: mayEditPatients,
  audit: "paper.create",
  changes,
  body: PaperDraft,
  response: ClinicPaper,
  record: answersPaper,
});
/** By the doctor whom it names. */
export const releasePaper = endpoint({
  method: "POST",
  path: "/api/patients/:id/papers/:paperId/release",
  access: "doctor",
  audit: "paper.release",
  changes,
  response: ClinicPaper,
  record: { noted: "paper.view" },
});
/** By its doctor, or before its release by its author. */
export const withdrawPaper = endpoint({
  method: "POST",
  path: "/api/patients/:id/papers/:paperId/withdraw",
  access: mayEditPatients,
  audit: "paper.withdraw",
  changes,
  body: z.strictObject({ reason: requiredLine("Say why it is withdrawn", 500) }),
  response: ClinicPaper,
  record: answersPaper,
});
/** Items without a result are marked by hand. */
export const changeRequestedItem = endpoint({
  method: "PATCH",
  path: "/api/patients/:id/papers/:paperId/items/:itemId",
  access: mayEditPatients,
  audit: "request.change",
  changes,
  body: z.strictObject({
    state: z.enum(["open", "done", "cancelled"], { error: "Use open, done or cancelled" }),
  }),
  response: ClinicPaper,
  record: answersPaper,
});
export const paperPdf = endpoint({
  method: "GET",
  path: "/api/patients/:id/papers/:paperId.pdf",
  access: mayViewPatients,
  audit: "paper.print",
  query: z.object({ paper: paperSize }),
  response: "file",
});

/** What anyone with the paper is told, and nothing else. */
export const VerifiedPaper = z.object({
  clinicName: z.string(),
  doctorName: z.string(),
  day: z.string(),
  /** The patient's initials. */
  initials: z.string(),
  state: z.enum(["valid", "withdrawn"]),
  /** The day. */
  withdrawnOn: text,
});
export type VerifiedPaper = z.output<typeof VerifiedPaper>;

export const verifyPaper = endpoint({
  method: "GET",
  path: "/api/verify/:code",
  access: "public",
  audit: null,
  reads: ["papers"],
  params: z.object({ code: z.string().check(z.maxLength(60)) }),
  response: VerifiedPaper,
});

export const PaperTemplate = z.object({
  id: Id,
  name: z.string(),
  title: z.string(),
  body: z.string(),
  updatedAt: z.string(),
});
export type PaperTemplate = z.output<typeof PaperTemplate>;

export const TEMPLATE_LETTERS = 4000;
/** Fields are in braces, with or without spaces in them. */
export const TemplateDraft = z.strictObject({
  name: requiredLine("Name is required", 100),
  title: requiredLine("Title is required", 120),
  body: z.string({ error: "Enter what the paper says" }).check(
    ordinary,
    z.trim(),
    canBePrinted,
    z.minLength(1, "Enter what the paper says"),
    z.maxLength(TEMPLATE_LETTERS, `Use at most ${TEMPLATE_LETTERS} characters`),
    z.refine((body) => unknownFieldIn(body) === null, {
      error: ({ input }) => `{${unknownFieldIn(String(input))}} is not a field. Use ${knownFields}.`,
    }),
  ),
});
export type TemplateDraft = z.output<typeof TemplateDraft>;
export const MOST_TEMPLATES = 100;

export const paperTemplates = endpoint({
  method: "GET",
  path: "/api/clinic/paper-templates",
  access: "member",
  audit: null,
  reads: ["paperTemplates"],
  response: z.array(PaperTemplate),
});
export const addPaperTemplate = endpoint({
  method: "POST",
  path: "/api/clinic/paper-templates",
  access: "owner",
  audit: null,
  changes: ["paperTemplates"],
  body: TemplateDraft,
  response: PaperTemplate,
});
export const changePaperTemplate = endpoint({
  method: "PATCH",
  path: "/api/clinic/paper-templates/:id",
  access: "owner",
  audit: null,
  changes: ["paperTemplates"],
  body: z.partial(TemplateDraft),
  response: PaperTemplate,
});
/** Papers that were made from it stay as they are. */
export const removePaperTemplate = endpoint({
  method: "DELETE",
  path: "/api/clinic/paper-templates/:id",
  access: "owner",
  audit: null,
  changes: ["paperTemplates"],
  response: z.object({ id: Id }),
});
