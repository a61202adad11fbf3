import { type Invariant, row } from "./invariant.ts";

const follows = (part: string, key: string, whole: string): Invariant => ({
  holds: `What is confidential of ${whole} is confidential in ${part}, to the same account.`,
  broken: `
    select d.clinic_id, ${row(part, "d.id")} as row,
           'to ' || coalesce(d.confidential_to_id::text, 'nobody') || ', ${whole} ' || w.id || ' to ' || coalesce(w.confidential_to_id::text, 'nobody') as found
    from ${part} d join ${whole} w on w.clinic_id = d.clinic_id and w.id = d.${key}
    where d.confidential_to_id is distinct from w.confidential_to_id`,
});

export const confidentialityInvariants: Invariant[] = [
  follows("consultation_diagnoses", "consultation_id", "consultations"),
  follows("consultation_addenda", "consultation_id", "consultations"),
  follows("requested_items", "paper_id", "clinic_papers"),
  follows("medicine_stops", "prescription_id", "prescriptions"),
];
