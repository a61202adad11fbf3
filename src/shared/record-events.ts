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
  "patient.restore": { kind: "change", label: "Restored after deletion" },
  "patient.export": { kind: "export", label: "Patient list exported" },
  "patient.history": { kind: "view", label: "History viewed" },
  "patient.duplicates": { kind: "view", label: "Duplicate check" },
  "consultation.create": { kind: "change", label: "Consultation recorded" },
  "consultation.complete": { kind: "change", label: "Consultation completed" },
  "consultation.reopen": { kind: "change", label: "Consultation reopened" },
  "consultation.view": { kind: "view", label: "Consultations viewed" },
  "consultation.addendum": { kind: "change", label: "Addendum written" },
  "consultation.print": { kind: "print", label: "Consultation printed" },
  "fullHistory.view": { kind: "view", label: "Full history viewed" },
  "fullHistory.begin": { kind: "change", label: "Full history begun" },
  "fullHistory.write": { kind: "change", label: "Full history written" },
  "fullHistory.print": { kind: "print", label: "Full history printed" },
  "vitals.record": { kind: "change", label: "Vital signs recorded" },
  "vitals.view": { kind: "view", label: "Vital signs viewed" },
  "prescription.create": { kind: "change", label: "Prescription written" },
  "prescription.release": { kind: "change", label: "Prescription released" },
  "prescription.view": { kind: "view", label: "Prescriptions viewed" },
  "prescription.print": { kind: "print", label: "Prescription printed" },
  "file.list": { kind: "view", label: "Files viewed" },
  "file.open": { kind: "view", label: "File opened" },
  "file.download": { kind: "export", label: "File downloaded" },
  "patient.print": { kind: "print", label: "Patient list printed" },
  "report.view": { kind: "view", label: "Report opened" },
  "report.export": { kind: "export", label: "Report exported" },
  "report.print": { kind: "print", label: "Report printed" },
  "staff.create": { kind: "change", label: "Staff account created" },
  "staff.permissions": { kind: "change", label: "Permissions of a staff account changed" },
  "staff.deactivate": { kind: "change", label: "Staff account deactivated" },
  "staff.password": { kind: "change", label: "Temporary password made" },
  "staff.secondFactor": { kind: "change", label: "Two-step sign-in reset" },
  "clinic.export": { kind: "export", label: "Whole clinic exported" },
  "referral.list": { kind: "view", label: "Shared with Me opened" },
  "referral.view": { kind: "view", label: "Referrals viewed" },
  "referral.send": { kind: "change", label: "Referred to another clinic" },
  "referral.receive": { kind: "change", label: "Referral received" },
  "referral.claim": { kind: "change", label: "Referral accepted" },
  "referral.decline": { kind: "change", label: "Referral declined" },
  "referral.cancel": { kind: "change", label: "Referral cancelled" },
  "referral.letter": { kind: "change", label: "Referral letter written" },
  "referral.print": { kind: "print", label: "Referral letter printed" },
} as const;

export type RecordEvent = keyof typeof recordEvents;

/** An event in words; one that this version does not know, as it was written. */
export const eventLabel = (event: string): string =>
  Object.entries(recordEvents).find(([name]) => name === event)?.[1].label ?? event;
