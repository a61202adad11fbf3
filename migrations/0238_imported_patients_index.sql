-- What the reports count is read from it, who was imported too.
drop index patients_by_day;
create index patients_by_day on patients (clinic_id, record_day, created_at desc, id desc)
  include (admission_status, payment_status, patient_status, consultation_status, hospital, phic_payment, amount, is_billed,
           imported_on)
  where not is_archived;
