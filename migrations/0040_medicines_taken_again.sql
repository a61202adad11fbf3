-- One whose last day is over may be taken again: only rows without a last day exclude each other here. The server
-- compares those with one, which are over or not by the day.
drop index medicines_once;
create unique index medicines_once
  on medicines (clinic_id, patient_id, lower(generic), coalesce(confidential_to_id, 0))
  where state = 'active' and until is null;
