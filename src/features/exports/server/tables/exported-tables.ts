type ExportedTable = {
  /** Tables of no use to people: counters and internal state of the database. */
  forMachinesAlone?: true;
  /**
   * Columns with a secret of a link, or with a storage location of this installation: neither is of use elsewhere. And
   * those that follow from others of the row, which an import computes.
   */
  withheld?: readonly string[];
  /** A database function that reads it, where the server's role may not. Paged by id. */
  readBy?: "merges_to_export";
  /**
   * SQL for the patient's id of a row `t`, if no foreign key deletes the row with the patient. Rows of deleted patients
   * are not exported.
   */
  patient?: string;
};

/** Every table of a clinic that goes into its archive. A test compares both lists with the database's catalog. */
export const exportedTables: Record<string, ExportedTable> = {
  clinics: {},
  // What papers say of the doctor is in practitioners.
  users: {
    withheld: ["license_number", "ptr_number", "ptr_year", "s2_number", "specialization", "credentials"],
  },
  admission_counters: { forMachinesAlone: true },
  admissions: {},
  alerts: {},
  allergies: {},
  appointments: {},
  bill_counters: { forMachinesAlone: true },
  bills: { withheld: ["patient_share", "patient_balance"] },
  clinic_papers: {},
  consultation_addenda: {},
  consultation_diagnoses: {},
  consultation_records: {},
  consultations: {},
  custom_field_definitions: {},
  day_closings: {},
  drawer_lines: {},
  days_off: {},
  doctor_shares: {},
  dismissed_duplicates: { forMachinesAlone: true },
  extra_hours: {},
  favourite_prescriptions: {},
  files: { withheld: ["stored_as"] },
  immunizations: {},
  import_headers: { forMachinesAlone: true },
  import_rows: { forMachinesAlone: true, patient: "coalesce(t.patient_id, t.match_patient_id)" },
  imports: { forMachinesAlone: true },
  laboratories: {},
  lettered_queue_counters: { forMachinesAlone: true },
  medicine_stops: {},
  medicines: {},
  merges: {
    forMachinesAlone: true,
    readBy: "merges_to_export",
    patient: "(t.line::jsonb ->> 'survivor_id')::bigint",
  },
  notifications: {},
  paper_counters: { forMachinesAlone: true },
  paper_templates: {},
  patient_families: {},
  patient_name_sounds: { forMachinesAlone: true },
  patient_photos: { forMachinesAlone: true },
  patients: {},
  payments: {},
  places: {},
  practitioner_hours: {},
  practitioners: {},
  pregnancies: {},
  prescriptions: {},
  problems: {},
  queue_counters: { forMachinesAlone: true },
  quick_texts: {},
  recalls: {},
  // Of a deleted patient only the deletion itself.
  record_history: { patient: "case when t.event <> 'patient.delete' then t.patient_id end" },
  record_history_seals: { forMachinesAlone: true },
  referrals: {},
  reminder_consents: {},
  reminders: { withheld: ["stop_hash"] },
  requested_items: {},
  result_ranges: {},
  results: {},
  services: {},
  signatures: { forMachinesAlone: true },
  statement_entries: {},
  statements: {},
  tasks: {},
  told_causes: { forMachinesAlone: true },
  visitors: {},
  visits: {},
};

/** Tables with clinic_id that are not exported, each with the reason that the manifest gives. */
export const leftOut: Record<string, string> = {
  api_keys: "Keys of other systems, which open this Klinika alone and are secrets. They are made anew.",
  calendar_feeds: "Links of other calendar programs, which lead here and are secrets. They are made anew.",
  contact_messages: "Messages to the people who run Klinika.",
  displays: "Links of waiting rooms, which lead here and are secrets. They are made anew.",
  exports: "The list of these archives.",
  fhir_exports: "Exports that other systems asked for by a key.",
  files_to_remove: "Files that the file store has yet to remove.",
  idempotency_keys: "Answers of the last day, by which saving twice is saving once.",
  sealed_records:
    "Records of deleted patients, which stay sealed with whoever runs Klinika until the law lets them be destroyed.",
  views_noted: "Which views were noted in the last minutes.",
  webhook_deliveries: "What other systems were told in the last month.",
  webhooks: "Addresses of other systems, with the secrets they know this Klinika by. They are added anew.",
  written_bytes: "How much was written here in each month, which counts in the clinic's storage.",
};
