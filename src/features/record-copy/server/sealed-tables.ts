/**
 * The tables that are stored with a deleted patient's record and restored with it, each after those that its foreign
 * keys refer to. With the column from which the retention counts, null where a row does not prolong it.
 */
export const sealedTables = {
  admissions: "discharged_at",
  consultations: "created_at",
  consultation_addenda: "created_at",
  consultation_diagnoses: null,
  consultation_records: "updated_at",
  prescriptions: "created_at",
  allergies: "updated_at",
  problems: "updated_at",
  medicines: "updated_at",
  medicine_stops: "updated_at",
  alerts: "updated_at",
  visits: "updated_at",
  appointments: null,
  recalls: null,
  reminder_consents: null,
  reminders: null,
  immunizations: "updated_at",
  pregnancies: "updated_at",
  patient_families: "updated_at",
  bills: "updated_at",
  payments: null,
  files: "uploaded_at",
  results: "updated_at",
  clinic_papers: "created_at",
  requested_items: null,
  referrals: null,
} as const;

export type SealedTable = keyof typeof sealedTables;
