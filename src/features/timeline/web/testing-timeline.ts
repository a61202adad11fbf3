import type { Consultation } from "#features/consultations/contract.ts";
import type { TimelineVisit, visitTimeline } from "#features/timeline/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import type { Whole } from "#shared/endpoint.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** For tests: a child's fourth day of dengue fever, at 0:30 on November 20 in Manila. */
export const dengue: Consultation = {
  id: 31,
  patientId: 1201,
  clinicId: 1,
  secretaryId: 1,
  consultationType: "General Consultation",
  chiefComplaint: "Fever, day 4",
  historyOfPresentIllness:
    '{"fever":true,"feverOnset":"four days ago","vomiting":false,"vomitingFrequency":""}',
  vitalSigns: { ...NO_VITAL_SIGNS, bloodPressure: "92/58", temperature: 38.9 },
  vitalsInError: null,
  enteredInError: null,
  physicalExamination: null,
  diagnosis: "Dengue fever",
  treatment: "Oral rehydration",
  medications: "Paracetamol 250 mg",
  followUpDate: "2026-11-21",
  notes: null,
  createdAt: "2026-11-19T16:30:00Z",
  isIntake: false,
  diagnoses: [],
  addenda: [],
  isConfidential: false,
  isOwn: false,
};

/** For tests: vital signs of two days before. */
export const vitalsAlone: Consultation = {
  ...dengue,
  id: 30,
  consultationType: "Vitals",
  chiefComplaint: null,
  historyOfPresentIllness: null,
  diagnosis: null,
  treatment: null,
  medications: null,
  followUpDate: null,
  createdAt: "2026-11-18T02:00:00Z",
};

/** For tests: the visit of an entry, as the server lists it. */
export const visitWith = (
  consultation: Consultation | null,
  more: Partial<TimelineVisit> = {},
): TimelineVisit => ({
  day: consultation ? manilaDay(new Date(consultation.createdAt)) : "2026-11-20",
  consultation,
  desk: [],
  queue: null,
  cameFor: consultation?.chiefComplaint ? { words: consultation.chiefComplaint, recordedBy: null } : null,
  flags: [],
  prescriptions: [],
  papers: [],
  results: [],
  bills: [],
  followUps: [],
  ...more,
});

export const pageOf = (...visits: TimelineVisit[]): Whole<typeof visitTimeline> => ({ visits, more: null });
