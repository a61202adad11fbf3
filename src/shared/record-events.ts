/**
 * What the record history can say. `view` is written once per user, patient and five minutes; the others
 * in the transaction of what they describe.
 */
export const recordEvents = {
  "patient.list": { kind: "view", label: "Patient list opened" },
  "patient.today": { kind: "view", label: "Today's Consultations opened" },
  "patient.view": { kind: "view", label: "Record viewed" },
  "patient.create": { kind: "change", label: "Patient registered" },
  "patient.update": { kind: "change", label: "Record changed" },
  "patient.archive": { kind: "change", label: "Archived" },
  "patient.retrieve": { kind: "change", label: "Retrieved" },
  "patient.delete": { kind: "change", label: "Deleted" },
  "patient.export": { kind: "export", label: "Patient list exported" },
  "patient.history": { kind: "view", label: "History viewed" },
  "patient.duplicates": { kind: "view", label: "Duplicate check" },
  "consultation.create": { kind: "change", label: "Consultation recorded" },
  "consultation.complete": { kind: "change", label: "Consultation completed" },
  "consultation.reopen": { kind: "change", label: "Consultation reopened" },
  "consultation.view": { kind: "view", label: "Consultations viewed" },
  "vitals.record": { kind: "change", label: "Vital signs recorded" },
  "vitals.view": { kind: "view", label: "Vital signs viewed" },
  "prescription.create": { kind: "change", label: "Prescription written" },
  "prescription.release": { kind: "change", label: "Prescription released" },
  "prescription.view": { kind: "view", label: "Prescriptions viewed" },
  "prescription.print": { kind: "print", label: "Prescription printed" },
} as const;

export type RecordEvent = keyof typeof recordEvents;
export type RecordEventKind = (typeof recordEvents)[RecordEvent]["kind"];
