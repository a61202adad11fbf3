-- Whom the doctor saw on a day, with or without the queue.
create index consultations_by_time on consultations (clinic_id, created_at) include (patient_id);
