import { patientAppointments } from "#features/appointments/contract.ts";
import { patientBills } from "#features/billing/contract.ts";
import { type BillOfDay, billsOfVisits } from "#features/billing/server/bill-rows.ts";
import { vitalsOf } from "#features/consultations/listed-visits.ts";
import { type EntryOfDay, listConsultationsBetween } from "#features/consultations/server/queries.ts";
import { patientPapers } from "#features/papers/contract.ts";
import { listPapersOfVisits, type PaperOfDay } from "#features/papers/server/paper-rows.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { listPrescriptionsBetween } from "#features/prescriptions/server/queries.ts";
import { patientResults, type Result } from "#features/results/contract.ts";
import { listResultsOfVisits } from "#features/results/server/result-rows.ts";
import type { TimelineVisit, visitTimeline } from "#features/timeline/contract.ts";
import { listVisitsBetween, type VisitOfRecord } from "#features/visits/server/list-visits.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageInMonths } from "#shared/clinical/age.ts";
import { flagSigns } from "#shared/clinical/pregnancy.ts";
import { isOpenVisit } from "#shared/clinical/visit-states.ts";
import { adultBands } from "#shared/clinical/vital-sign-bands.ts";
import { VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import type { Endpoint, Whole } from "#shared/endpoint.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { readVisitDays, type VisitDays } from "./visit-days.ts";
import { type Listed, visitsOfDays } from "./visits-of-days.ts";

type Wanted = {
  limit: number;
  cursor: string | undefined;
  now: Date;
  /** Whether the caller may read what another endpoint shows. */
  mayRead: (endpoint: Endpoint) => boolean;
};

type ListOfSpan<Row> = (
  clinic: ClinicScope,
  patientId: number,
  span: { from: string; to: string },
) => Promise<Row[]>;

/** The queries after the first are sent together; results follow, since they belong to what was requested. */
export async function readTimeline(
  clinic: ClinicScope,
  patientId: number,
  { limit, cursor, now, mayRead }: Wanted,
): Promise<{ page: Whole<typeof visitTimeline>; days: string[]; total: number }> {
  const { person, days, total, more } = await readVisitDays(clinic, patientId, { limit, cursor });
  const [to] = days;
  const from = days.at(-1);
  if (to === undefined || from === undefined) return { page: { visits: [], more }, days, total };
  const span = { from, to };
  const read = <Row>(endpoint: Endpoint, list: ListOfSpan<Row>): Promise<Row[]> | [] =>
    mayRead(endpoint) ? list(clinic, patientId, span) : [];
  const [rows, queued, prescriptions, papers, bills] = await Promise.all([
    listConsultationsBetween(clinic, patientId, span),
    listVisitsBetween(clinic, patientId, span),
    read(patientPrescriptions, listPrescriptionsBetween),
    read(patientPapers, listPapersOfVisits),
    read(patientBills, billsOfVisits),
  ]);
  const today = manilaDay(now);
  const { listed, visitOf } = visitsOfDays(rows, queued, today);
  const requests = requestsOfResults(papers);
  const wanted = [...requests].flatMap(([id, { createdAt }]) => (visitOf({ at: createdAt }) ? id : []));
  const results = mayRead(patientResults)
    ? await listResultsOfVisits(clinic, patientId, { ids: wanted, ...span })
    : [];
  const visits = new Map(listed.map((each) => [each, asTimelineVisit(each, { person, today })] as const));
  const at = (thing: { at: string; visitId?: number | null }) => {
    const visit = visitOf(thing);
    return visit && visits.get(visit);
  };
  for (const { id, status, isConfidential, medications, createdAt } of prescriptions)
    at({ at: createdAt })?.prescriptions.push({ id, status, isConfidential, medicines: medications.length });
  for (const paper of papers) at({ at: paper.createdAt })?.papers.push(asPaper(paper));
  for (const result of results)
    at({ at: requests.get(result.id)?.createdAt ?? result.collectedAt })?.results.push(asResult(result));
  for (const bill of bills) at(whenOf(bill))?.bills.push(bill);
  if (mayRead(patientAppointments))
    for (const booked of queued)
      if (isFollowUp(booked))
        at({ at: booked.createdAt })?.followUps.push({
          visitId: booked.id,
          startsAt: booked.appointmentAt,
          state: booked.state,
        });
  return { page: { visits: [...visits.values()], more }, days, total };
}

function asTimelineVisit(
  { day, row, desk, queue }: Listed<EntryOfDay, VisitOfRecord>,
  { person, today }: { person: VisitDays["person"]; today: string },
): TimelineVisit {
  const vitals = vitalsOf({ visit: row, desk });
  return {
    day,
    consultation: row,
    desk,
    queue: queue && {
      id: queue.id,
      state: queue.state,
      purpose: queue.purpose,
      isOpen: queue.day === today && isOpenVisit(queue.state),
    },
    cameFor: cameForOf(row, desk, queue),
    flags: vitals ? flagsOf(vitals, day, person) : [],
    prescriptions: [],
    papers: [],
    results: [],
    bills: [],
    followUps: [],
  };
}

/** The doctor's words come before the desk's, and those of who took the vital signs before the queue's. */
function cameForOf(
  row: EntryOfDay | null,
  desk: readonly EntryOfDay[],
  queue: VisitOfRecord | null,
): TimelineVisit["cameFor"] {
  if (row?.chiefComplaint)
    return {
      words: row.chiefComplaint,
      recordedBy: row.consultationType === "Vitals" || row.isIntake ? row.writtenByName : null,
    };
  if (queue?.reason) return { words: queue.reason, recordedBy: queue.createdByName };
  const intake = desk.find(({ chiefComplaint }) => chiefComplaint);
  return intake?.chiefComplaint ? { words: intake.chiefComplaint, recordedBy: intake.writtenByName } : null;
}

function flagsOf(
  { vitalSigns, vitalsInError, gestationDays }: EntryOfDay,
  day: string,
  { adultRanges, ...person }: VisitDays["person"],
): TimelineVisit["flags"] {
  if (!vitalSigns || vitalsInError) return [];
  const flags = flagSigns(vitalSigns, {
    ageInMonths: ageInMonths(person, day),
    adults: adultBands(adultRanges),
    gestation: gestationDays,
  });
  return VITAL_SIGNS.flatMap((sign) => {
    const flag = flags[sign];
    return flag && flag.level !== "ok" ? [{ sign, level: flag.level, text: flag.text }] : [];
  });
}

/** The latest request that each result answers: a test that was requested twice was done for the second. */
function requestsOfResults(papers: readonly PaperOfDay[]): Map<number, PaperOfDay> {
  const found = new Map<number, PaperOfDay>();
  for (const paper of papers)
    if (paper.state === "final")
      for (const { resultId } of paper.items) if (resultId !== null) found.set(resultId, paper);
  return found;
}

const asPaper = ({ items, ...paper }: PaperOfDay): TimelineVisit["papers"][number] => ({
  ...paper,
  out: paper.state === "final" ? items.flatMap(({ label, state }) => (state === "out" ? label : [])) : [],
});

function asResult({
  id,
  panelName,
  isConfidential,
  collectedAt,
  values,
}: Result): TimelineVisit["results"][number] {
  const flagged = values.filter(({ flag }) => flag !== null);
  const named = flagged.length > 0 || values.length > 1 ? flagged : values;
  return {
    id,
    panelName,
    isConfidential,
    day: manilaDay(new Date(collectedAt)),
    named,
    others: values.length - named.length,
  };
}

/** A bill of an earlier day's visit, or typed for one, comes after all that was written on that day. */
const whenOf = ({ visitId, visitDay, createdAt }: BillOfDay) => ({
  at: manilaDay(new Date(createdAt)) === visitDay ? createdAt : `${visitDay}T23:59:59+08:00`,
  visitId,
});

const isFollowUp = (booked: VisitOfRecord): booked is VisitOfRecord & { appointmentAt: string } =>
  booked.appointmentAt !== null && booked.day > manilaDay(new Date(booked.createdAt));
