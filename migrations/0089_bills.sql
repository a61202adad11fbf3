-- Charges, payments and the day's count (decisions C8 to C11). Amounts are pesos.

-- The clinic's price list.
create table services (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  name varchar(200) not null check (name <> ''),
  amount numeric(12, 2) not null check (amount >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
call guard_clinic_table('services', 'select, insert, update');
create unique index services_by_name on services (clinic_id, lower(name)) where is_active;

alter table clinics add column is_vat_registered boolean not null default false, add column tin varchar(40);

-- The last bill number of a year.
create table bill_counters (
  clinic_id bigint not null references clinics (id),
  year smallint not null,
  count integer not null,
  primary key (clinic_id, year)
);
call guard_clinic_table('bill_counters', 'select, insert, update');

-- What a bill says never changes; what was paid of it, and whether it was voided, does.
create table bills (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  number varchar(20) not null,
  patient_id bigint not null,
  visit_id bigint,
  -- Manila.
  day date not null,
  -- The amount of the patient's record, typed there.
  is_from_record boolean not null default false,
  -- [{description, quantity, amount}], the amount of one.
  lines jsonb not null,
  is_vat_registered boolean not null,
  charges numeric(12, 2) not null check (charges >= 0),
  vat_exemption numeric(12, 2) not null default 0 check (vat_exemption >= 0),
  discount_kind varchar(10) check (discount_kind in ('senior', 'pwd', 'promo')),
  discount_percent numeric(5, 2),
  discount numeric(12, 2) not null default 0 check (discount >= 0),
  discount_id_number varchar(60),
  discount_name varchar(255),
  due numeric(12, 2) not null check (due = charges - vat_exemption - discount),
  paid numeric(12, 2) not null default 0,
  -- Of that, by the HMO.
  hmo_paid numeric(12, 2) not null default 0,
  balance numeric(12, 2) not null generated always as (due - paid) stored,
  hmo_company varchar(120),
  hmo_card varchar(60),
  hmo_loa varchar(60),
  hmo_valid_until date,
  hmo_approved numeric(12, 2) check (hmo_approved >= 0),
  hmo_billed_at timestamptz,
  hmo_reference varchar(120),
  is_overdue boolean not null default false,
  voided_at timestamptz,
  voided_by_id bigint,
  void_reason varchar(500),
  is_open boolean not null generated always as (voided_at is null and paid < due) stored,
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, number),
  check (paid between 0 and due),
  check (hmo_paid between 0 and paid),
  check ((discount_kind is null) = (discount_percent is null)),
  check ((hmo_company is null) = (hmo_approved is null)),
  check ((voided_at is null) = (voided_by_id is null) and (voided_at is null) = (void_reason is null)),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, visit_id) references visits (clinic_id, id) on delete cascade,
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, voided_by_id) references users (clinic_id, id)
);
call guard_clinic_table('bills', 'select, insert, update');
create index bills_of_patient on bills (clinic_id, patient_id, id desc);
create index bills_of_visit on bills (clinic_id, visit_id) where visit_id is not null;
create index bills_by_day on bills (clinic_id, day, id) include (patient_id, created_by_id, due, paid, balance, is_overdue) where voided_at is null;
create index bills_open on bills (clinic_id, patient_id) include (balance) where is_open;
create index bills_of_hmo on bills (clinic_id, day, id) include (due, paid, hmo_paid, hmo_approved) where is_open and hmo_company is not null;
create trigger bills_history after insert or update on bills for each row execute function record_change();

create table day_closings (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Manila.
  day date not null,
  -- Null: of everybody.
  user_id bigint,
  closed_by_id bigint not null,
  closed_at timestamptz not null,
  payments integer not null,
  -- [{method, payments, amount}]
  methods jsonb not null,
  expected numeric(12, 2) not null,
  counted numeric(12, 2) not null check (counted >= 0),
  note varchar(500),
  primary key (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id),
  foreign key (clinic_id, closed_by_id) references users (clinic_id, id)
);
call guard_clinic_table('day_closings', 'select, insert');
create index day_closings_by_day on day_closings (clinic_id, day, id);

-- Never changed: a mistake is voided and stays readable. What is taken or voided after a count belongs to the next one.
create table payments (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  bill_id bigint not null,
  patient_id bigint not null,
  -- unstated: Paid-Received was chosen in the patient's record.
  method varchar(20) not null check (method in ('cash', 'gcash', 'maya', 'card', 'bank_transfer', 'cheque', 'hmo', 'unstated')),
  amount numeric(12, 2) not null check (amount > 0),
  -- Cash handed over, change included.
  tendered numeric(12, 2) check (tendered is null or tendered >= amount and method = 'cash'),
  reference varchar(120),
  taken_by_id bigint not null,
  taken_at timestamptz not null,
  -- Manila.
  day date not null,
  closing_id bigint,
  voided_by_id bigint,
  voided_at timestamptz,
  void_day date,
  void_reason varchar(500),
  void_closing_id bigint,
  primary key (clinic_id, id),
  check ((voided_at is null) = (voided_by_id is null) and (voided_at is null) = (void_reason is null)
         and (voided_at is null) = (void_day is null)),
  foreign key (clinic_id, bill_id) references bills (clinic_id, id) on delete cascade,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  -- A count is written after the payments it has, so that it has no others.
  foreign key (clinic_id, closing_id) references day_closings (clinic_id, id) deferrable initially deferred,
  foreign key (clinic_id, void_closing_id) references day_closings (clinic_id, id) deferrable initially deferred,
  foreign key (clinic_id, taken_by_id) references users (clinic_id, id),
  foreign key (clinic_id, voided_by_id) references users (clinic_id, id)
);
call guard_clinic_table('payments', 'select, insert, update');
create index payments_of_bill on payments (clinic_id, bill_id, id);
create index payments_of_patient on payments (clinic_id, patient_id);
create index payments_by_day on payments (clinic_id, day, id) include (method, amount, taken_by_id);
create index payments_voided_by_day on payments (clinic_id, void_day, id) include (method, amount, voided_by_id) where voided_at is not null;
create index payments_uncounted on payments (clinic_id, taken_by_id) include (method, amount, day) where closing_id is null;
create index payments_uncounted_voids on payments (clinic_id, voided_by_id) include (method, amount, void_day)
  where voided_at is not null and void_closing_id is null;
create trigger payments_taken after insert on payments for each row execute function record_change();
create trigger payments_voided after update on payments
  for each row when (old.voided_at is distinct from new.voided_at) execute function record_change();

-- The record's amount and payment status are those of its latest open bill, else of its latest one.
alter table patients add column is_billed boolean not null default false;
drop index patients_by_day;
create index patients_by_day on patients (clinic_id, record_day, created_at desc, id desc)
  include (admission_status, payment_status, patient_status, consultation_status, hospital, phic_payment, amount, is_billed)
  where not is_archived;
drop index patients_by_payment;
create index patients_by_payment on patients (clinic_id, payment_status, created_at desc, id desc) include (amount, is_billed)
  where not is_archived;

-- As before; whether a record has bills is told by the bills.
create or replace function record_change() returns trigger
  language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  is_now jsonb := to_jsonb(new);
  changed jsonb;
  current_event text := nullif(current_setting('app.event', true), '');
begin
  if current_event is null then
    raise exception 'a change to % names no event', tg_table_name;
  end if;
  select jsonb_object_agg(field, jsonb_build_array(was -> field, is_now -> field)) into changed
  from jsonb_object_keys(is_now) as field
  where coalesce(was -> field, 'null') is distinct from is_now -> field
    and field not in ('id', 'clinic_id', 'patient_id', 'version', 'search_text', 'other_text', 'record_day', 'last_consultation_at',
                      'created_at', 'updated_at', 'global_patient_id', 'visit_diagnosis', 'visit_diagnosed_at', 'own_diagnosed_at',
                      'is_billed');
  if changed is null and tg_op = 'UPDATE' then
    return null;
  end if;
  insert into record_history (clinic_id, patient_id, user_id, owner_user_id, event, entity, entity_id, changes)
  values (new.clinic_id,
          case when tg_table_name = 'patients' then new.id else (is_now ->> 'patient_id')::bigint end,
          nullif(current_setting('app.user_id', true), '')::bigint,
          nullif(current_setting('app.owner_user_id', true), '')::bigint,
          current_event, tg_table_name, new.id, coalesce(changed, '{}'));
  return null;
end $$;
