import { type Invariant, row } from "./invariant.ts";

const inherits = (part: string, key: string, whole: string): Invariant => ({
  description: `Rows of ${part} are confidential to the same account as their row of ${whole}.`,
  violations: `
    select d.clinic_id, ${row(part, "d.id")} as row,
           'to ' || coalesce(d.confidential_to_id::text, 'nobody') || ', ${whole} ' || w.id || ' to ' || coalesce(w.confidential_to_id::text, 'nobody') as found
    from ${part} d join ${whole} w on w.clinic_id = d.clinic_id and w.id = d.${key}
    where d.confidential_to_id is distinct from w.confidential_to_id`,
});

export const confidentialityInvariants: Invariant[] = [
  inherits("consultation_diagnoses", "consultation_id", "consultations"),
  inherits("consultation_addenda", "consultation_id", "consultations"),
  inherits("requested_items", "paper_id", "clinic_papers"),
  inherits("medicine_stops", "prescription_id", "prescriptions"),
];
