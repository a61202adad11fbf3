import { sql } from "kysely";
import type { ClinicPaper, PaperDraft, PaperFields } from "#features/papers/contract.ts";
import { findOnly } from "#features/pregnancies/server/pregnancy-rows.ts";
import { markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { type DoctorOnPaper, signerOf } from "#server/paper-doctor.ts";
import { headOf, selectHead } from "#server/patient/sheet-head.ts";
import { requireDay } from "#server/require-day.ts";
import { restProblem } from "#shared/clinic-paper/rest.ts";
import {
  type EnteredPaper,
  nothingEntered,
  type PaperSheet,
  paperSheet,
  printedInitials,
  requestedTests,
  sheetProblem,
} from "#shared/clinic-paper/sheet.ts";
import {
  isCertificate,
  isRequest,
  type PaperKind,
  requestTitles,
  starterTemplates,
} from "#shared/clinic-paper/starter-templates.ts";
import { missingIn, periodProblem, printedFields, tellsVisit, unseenOn } from "#shared/clinic-paper/words.ts";
import { testsOf } from "#shared/clinical/requested-tests.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { formatDay, manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { stateWhenSaved } from "#shared/signed-papers.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import { newCode } from "./paper-code.ts";
import { findPaper } from "./paper-rows.ts";
import { findTemplate } from "./templates.ts";

/** Creates a paper: its number, its page as data, and a request's items. Call it in a transaction. */
export async function insertPaper(
  clinic: ClinicScope,
  patientId: number,
  draft: PaperDraft,
  { kit, doctor: named, now }: { kit: Kit; doctor: DoctorOnPaper; now: Date },
): Promise<ClinicPaper> {
  const today = manilaDay(now);
  const day = draft.fields.date ?? today;
  const { kind, template, templateId } = await templateOf(clinic, draft.template);
  const entered = enteredOf(draft.fields);
  refuseOdd(kind, entered, day);
  refuseUnprinted(template?.body ?? null, entered);
  const around = await selectHead(clinic, patientId).executeTakeFirstOrThrow(() => notFound("Patient"));
  const days = { today, birthday: around.birthday };
  requireDay("paper", day, "fields.date", days);
  for (const name of ["from", "to"] as const)
    if (draft.fields[name]) requireDay("rest", draft.fields[name], `fields.${name}`, days);
  if (draft.fields.neededOn) requireDay("requestNeeded", draft.fields.neededOn, "fields.neededOn", days);
  const seenOn = template && tellsVisit(template.body) ? await lastSeenOn(clinic, patientId, day) : null;
  if (template) refuseEmptyOrContrary(kind, template, { entered, day, seenOn });
  const pregnancy = isRequest(kind) ? await openPregnancy(clinic, patientId) : null;
  const state = stateWhenSaved(named.isCaller);
  const doctor = state === "final" ? signerOf(named) : null;
  // A paper that cannot be printed must not use up a number.
  const drawn = paperSheet({
    ...headOf(around),
    day,
    kind,
    template,
    seenOn,
    entered,
    pregnancy,
    number: null,
    doctor,
  });
  const problem = sheetProblem(drawn);
  if (problem) throw new Failure("unusable", problem);
  const number = await nextNumber(clinic, now);
  const sheet: PaperSheet = { ...drawn, number };
  const { id } = await clinic.db
    .insertInto("clinicPapers")
    .values({
      clinicId: clinic.id,
      patientId,
      number,
      kind,
      templateId,
      title: isRequest(kind) ? requestTitles[kind] : sheet.title,
      day,
      fields: JSON.stringify(withoutUndefined(draft.fields)),
      sheet: JSON.stringify(sheet),
      initials: printedInitials(around.patientName),
      ...newCode(kit, clinic.id),
      state,
      preparedById: clinic.userId,
      practitionerId: named.id,
      doctorName: sheet.doctor?.name ?? null,
      releasedById: doctor ? clinic.userId : null,
      releasedAt: doctor ? now.toISOString() : null,
      createdAt: now.toISOString(),
      ...markedAs(clinic, draft.isConfidential),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (isRequest(kind)) await insertItems(clinic, { patientId, paperId: id }, requestedTests(kind, entered));
  return findPaper(clinic, patientId, id, kit);
}

async function insertItems(
  clinic: ClinicScope,
  of: { patientId: number; paperId: number },
  { groups, others }: ReturnType<typeof requestedTests>,
): Promise<void> {
  const items = [
    ...groups.flatMap(({ tests }) => tests),
    ...others.map((label) => ({ label, panels: undefined, analytes: undefined })),
  ];
  await clinic.db
    .insertInto("requestedItems")
    .values(
      items.map(({ label, panels, analytes }) => ({
        clinicId: clinic.id,
        ...of,
        label,
        panels: panels ? [...panels] : null,
        analytes: analytes ? [...analytes] : null,
      })),
    )
    .execute();
}

type Chosen = {
  kind: PaperKind;
  template: { title: string; body: string; unseen?: string } | null;
  templateId: number | null;
};

async function templateOf(clinic: ClinicScope, named: string): Promise<Chosen> {
  if (isRequest(named)) return { kind: named, template: null, templateId: null };
  if (isCertificate(named)) return { kind: named, template: starterTemplates[named], templateId: null };
  const template = /^[1-9]\d{0,15}$/.test(named) ? await findTemplate(clinic, Number(named)) : undefined;
  if (!template) throw invalidField("template", "Choose a paper from the list");
  return { kind: "own", template, templateId: template.id };
}

function enteredOf(sent: PaperFields): EnteredPaper {
  const { date, ...fields } = sent;
  void date;
  return { ...nothingEntered, ...withoutUndefined(fields) };
}

function refuseOdd(kind: PaperKind, entered: EnteredPaper, day: string): void {
  const odd = periodProblem(entered);
  if (odd) throw invalidField(`fields.${odd.field}`, odd.message);
  if (entered.neededOn && entered.neededOn < day)
    throw invalidField("fields.neededOn", `Enter a date from ${formatDay(day)} on, the paper's date`);
  if (entered.tests.length === 0) return;
  const known = new Set(
    isRequest(kind) ? testsOf(kind).flatMap(({ tests }) => tests.map(({ id }) => id)) : [],
  );
  if (entered.tests.some((id) => !known.has(id)))
    throw invalidField("fields.tests", "Choose tests from the list; write others below it");
}

/** Whoever sends more than a paper prints would hand it out for whole. */
function refuseUnprinted(body: string | null, entered: EnteredPaper): void {
  const printed = new Set<string>(printedFields(body));
  for (const [name, value] of Object.entries(entered))
    if (value !== null && !(Array.isArray(value) && value.length === 0) && !printed.has(name))
      throw invalidField(
        `fields.${name}`,
        "This paper does not print it. Leave it empty, or choose another paper.",
      );
}

function refuseEmptyOrContrary(
  kind: PaperKind,
  template: NonNullable<Chosen["template"]>,
  { entered, day, seenOn }: { entered: EnteredPaper; day: string; seenOn: string | null },
): void {
  const problem = missingIn(kind, template.body, entered) ?? restProblem(template.body, entered, day);
  if (problem) throw invalidField(`fields.${problem.field}`, problem.message);
  if (!template.unseen && !seenOn && tellsVisit(template.body))
    throw invalidField("fields.date", unseenOn(day));
}

/** The day of the last consultation up to a day. Vital signs and a checklist alone are none, nor entries in error. */
async function lastSeenOn(clinic: ClinicScope, patientId: number, day: string): Promise<string | null> {
  const row = await clinic.db
    .selectFrom("consultations")
    .select("createdAt")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("consultationType", "<>", "Vitals")
    .where("isIntake", "=", false)
    .where("inErrorAt", "is", null)
    .where("createdAt", "<", manilaDayRange(day).end.toISOString())
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? manilaDay(new Date(row.createdAt)) : null;
}

/** The year's next number. Its row is locked until the transaction ends, so that numbers have no gaps. */
async function nextNumber(clinic: ClinicScope, now: Date): Promise<string> {
  const year = Number(manilaDay(now).slice(0, 4));
  const { count } = await clinic.db
    .insertInto("paperCounters")
    .values({ clinicId: clinic.id, year, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["clinicId", "year"]).doUpdateSet({ count: sql<number>`paper_counters.count + 1` }),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  return `${year}-${String(count).padStart(5, "0")}`;
}

/** Which requests say. */
export async function openPregnancy(
  clinic: ClinicScope,
  patientId: number,
): Promise<{ dueOn: string } | null> {
  const dueOn = (await findOnly(clinic, patientId, "open"))?.dueOn;
  return dueOn ? { dueOn } : null;
}
