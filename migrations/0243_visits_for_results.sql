-- What a visit is for. Who only picks up or shows results needs no vital signs and no bill, and is not seen by the doctor.
alter table visits
  add column purpose varchar(20) not null default 'consultation' check (purpose in ('consultation', 'results'));
