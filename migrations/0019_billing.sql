-- Bills, payments, and the count of the cash drawer. Amounts are pesos.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- The last bill number of each year.
create table bill_counters (
  clinic_id bigint not null references clinics (id),
  year smallint not null,
  count integer not null,
  primary key (clinic_id, year)
);
call guard_clinic_table('bill_counters', 'select, insert, update');

-- Bills. What a bill says never changes; what was paid of it, its HMO claim, and whether it was voided do.
create table bills (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  number varchar(20) not null,
  patient_id bigint not null,
  visit_id bigint,
  -- In Manila.
  day date not null,
  -- Whether the bill is the amount that was typed in the patient's record.
  is_from_record boolean not null default false,
  -- [{description, quantity, amount}], where amount is the price of one.
  lines jsonb not null,
  is_vat_registered boolean not null,
  charges numeric(12,2) not null check (charges >= 0),
  vat_exemption numeric(12,2) not null default 0 check (vat_exemption >= 0),
  discount_kind varchar(10) check (discount_kind in ('senior', 'pwd', 'promo')),
  discount_percent numeric(5,2),
  discount numeric(12,2) not null default 0 check (discount >= 0),
  discount_id_number varchar(60),
  discount_name varchar(255),
  due numeric(12,2) not null,
  paid numeric(12,2) not null default 0,
  -- The part of paid that the HMO paid.
  hmo_paid numeric(12,2) not null default 0,
  balance numeric(12,2) generated always as (due - paid) stored not null,
  hmo_company varchar(120),
  hmo_card varchar(60),
  hmo_loa varchar(60),
  hmo_valid_until date,
  hmo_approved numeric(12,2) check (hmo_approved >= 0),
  hmo_billed_at timestamptz,
  hmo_reference varchar(120),
  is_overdue boolean not null default false,
  voided_at timestamptz,
  voided_by_id bigint,
  void_reason varchar(500),
  is_open boolean generated always as (voided_at is null and paid < due) stored not null,
  created_by_id bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  unique (clinic_id, number),
  foreign key (clinic_id, created_by_id) references users (clinic_id, id),
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, visit_id) references visits (clinic_id, id) on delete cascade,
  foreign key (clinic_id, voided_by_id) references users (clinic_id, id),
  constraint bills_check check (due = charges - vat_exemption - discount),
  constraint bills_check1 check (paid >= 0 and paid <= due),
  constraint bills_check2 check (hmo_paid >= 0 and hmo_paid <= paid),
  constraint bills_check3 check ((discount_kind is null) = (discount_percent is null)),
  constraint bills_check4 check ((hmo_company is null) = (hmo_approved is null)),
  constraint bills_check5 check (
    (voided_at is null) = (voided_by_id is null)
    and (voided_at is null) = (void_reason is null)
  )
);
-- Where an index includes columns, sums are computed from it alone.
create index bills_of_day on bills (clinic_id, day, id)
  include (patient_id, created_by_id, due, paid, hmo_approved, hmo_paid, is_overdue) where voided_at is null;
create index bills_of_hmo on bills (clinic_id, day, id)
  include (due, paid, hmo_paid, hmo_approved) where is_open and hmo_company is not null;
create index bills_of_patient on bills (clinic_id, patient_id, id desc);
create index bills_of_visit on bills (clinic_id, visit_id) where visit_id is not null;
create index bills_owed on bills (clinic_id, patient_id) include (due, paid, hmo_approved, hmo_paid) where is_open;
call guard_clinic_table('bills', 'select, insert, update');
call open_to_merges('bills');

-- The day's counts: what was taken, by one user or by everybody, and the cash that was counted in the drawer. A count is
-- never changed.
create table day_closings (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- In Manila.
  day date not null,
  -- Whose drawer was counted. Null: everybody's.
  user_id bigint,
  closed_by_id bigint not null,
  closed_at timestamptz not null,
  payments integer not null,
  -- [{method, payments, amount}]
  methods jsonb not null,
  expected numeric(18,2) not null,
  counted numeric(12,2) not null check (counted >= 0),
  note varchar(500),
  -- Parts of the expected cash.
  opening_float numeric(18,2) not null default 0,
  petty_cash numeric(18,2) not null default 0,
  primary key (clinic_id, id),
  foreign key (clinic_id, closed_by_id) references users (clinic_id, id),
  foreign key (clinic_id, user_id) references users (clinic_id, id)
);
create index day_closings_by_day on day_closings (clinic_id, day, id);
call guard_clinic_table('day_closings', 'select, insert');

-- What is in a drawer besides payments, an opening float, and what was paid out of it, petty cash. A count takes both into
-- account.
create table drawer_lines (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Whose drawer it is.
  user_id bigint not null,
  kind varchar(12) not null check (kind in ('float', 'petty_cash')),
  amount numeric(12,2) not null check (amount >= 0),
  -- What petty cash was paid for.
  note varchar(200),
  at timestamptz not null,
  -- Petty cash that was entered in error is voided and stays readable.
  voided_at timestamptz,
  void_reason varchar(500),
  closing_id bigint,
  primary key (clinic_id, id),
  -- A count is written after its lines.
  foreign key (clinic_id, closing_id) references day_closings (clinic_id, id) deferrable initially deferred,
  foreign key (clinic_id, user_id) references users (clinic_id, id),
  constraint drawer_lines_check check ((voided_at is null) = (void_reason is null)),
  constraint drawer_lines_check1 check (kind = 'float' or note is not null)
);
-- A drawer has one opening float until it is counted.
create unique index drawer_lines_float on drawer_lines (clinic_id, user_id) where kind = 'float' and closing_id is null;
create index drawer_lines_uncounted on drawer_lines (clinic_id, user_id, id) where closing_id is null;
call guard_clinic_table('drawer_lines', 'select, insert, update');

-- Payments. One is never changed: a mistake is voided and stays readable. What is taken or voided after a count belongs to
-- the next one. When a patient is deleted the payments stay, since they were or will be counted, without patient and bill.
create table payments (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  bill_id bigint,
  patient_id bigint,
  -- unstated: Paid-Received was chosen in the patient's record.
  method varchar(20) not null check (
    method in ('cash', 'gcash', 'maya', 'card', 'bank_transfer', 'cheque', 'hmo', 'unstated')
  ),
  amount numeric(12,2) not null check (amount > 0),
  -- The cash that was handed over, including the change.
  tendered numeric(12,2),
  reference varchar(120),
  taken_by_id bigint not null,
  taken_at timestamptz not null,
  -- In Manila.
  day date not null,
  closing_id bigint,
  voided_by_id bigint,
  voided_at timestamptz,
  void_day date,
  void_reason varchar(500),
  void_closing_id bigint,
  primary key (clinic_id, id),
  foreign key (clinic_id, bill_id) references bills (clinic_id, id) on delete cascade,
  -- A count is written after its payments, so that it has no others.
  foreign key (clinic_id, closing_id) references day_closings (clinic_id, id) deferrable initially deferred,
  foreign key (clinic_id, patient_id) references patients (clinic_id, id) on delete cascade,
  foreign key (clinic_id, taken_by_id) references users (clinic_id, id),
  foreign key (clinic_id, void_closing_id) references day_closings (clinic_id, id) deferrable initially deferred,
  foreign key (clinic_id, voided_by_id) references users (clinic_id, id),
  constraint payments_check check (tendered is null or (tendered >= amount and method = 'cash')),
  constraint payments_check1 check (
    (voided_at is null) = (voided_by_id is null)
    and (voided_at is null) = (void_reason is null)
    and (voided_at is null) = (void_day is null)
  ),
  constraint payments_of_deleted_check check ((bill_id is null) = (patient_id is null))
);
create index payments_by_day on payments (clinic_id, day, id) include (method, amount, taken_by_id);
create index payments_of_bill on payments (clinic_id, bill_id, id);
create index payments_of_patient on payments (clinic_id, patient_id);
create index payments_uncounted on payments (clinic_id, taken_by_id) include (method, amount, day) where closing_id is null;
create index payments_uncounted_voids on payments (clinic_id, voided_by_id) include (method, amount, void_day)
  where voided_at is not null and void_closing_id is null;
create index payments_voided_by_day on payments (clinic_id, void_day, id) include (method, amount, voided_by_id)
  where voided_at is not null;
call guard_clinic_table('payments', 'select, insert');
call open_to_merges('payments');
-- Which of these changes are allowed is checked by payments_stay.
grant update (bill_id, patient_id, reference, closing_id, voided_by_id, voided_at, void_day, void_reason, void_closing_id)
  on payments to klinika_app;

-- Refuses to change a payment that was voided or counted, or to take it from its bill. When a patient is deleted the server
-- removes patient, bill and words from the payments; what counts are made of stays.
create function keep_payments() returns trigger
  language plpgsql as $$
begin
  if current_setting('app.event', true) = 'patient.delete' and new.bill_id is null and new.patient_id is null
     and (old.amount, old.method, old.closing_id, old.void_closing_id, old.voided_by_id, old.voided_at, old.void_day)
         is not distinct from
         (new.amount, new.method, new.closing_id, new.void_closing_id, new.voided_by_id, new.voided_at, new.void_day) then
    return new;
  end if;
  raise insufficient_privilege using message = 'a payment that was voided or counted stays so';
end $$;

-- The part of patient_share that is not paid yet, never more than the balance. The rest of the balance is the HMO's.
create function patient_balance(p_due numeric, p_paid numeric, p_hmo_approved numeric, p_hmo_paid numeric) returns numeric
  language sql immutable parallel safe
  return least(greatest(p_due - least(p_due, coalesce(p_hmo_approved, 0)) - (p_paid - p_hmo_paid), 0), p_due - p_paid);
grant execute on function patient_balance(numeric, numeric, numeric, numeric) to public;
comment on function patient_balance(numeric, numeric, numeric, numeric) is 'nullable: p_hmo_approved';

-- The part of a bill that its HMO does not cover, by the same rule as openShares of bill-sums.ts.
create function patient_share(p_due numeric, p_hmo_approved numeric) returns numeric
  language sql immutable parallel safe
  return p_due - least(p_due, coalesce(p_hmo_approved, 0));
grant execute on function patient_share(numeric, numeric) to public;
comment on function patient_share(numeric, numeric) is 'nullable: p_hmo_approved';

create trigger bills_history after insert or update on bills
  for each row execute function record_change('bills');
call keep_entries_in_place('bills');
-- Calls the check for the changes that need it; voiding and counting a payment once do not.
create trigger payments_stay before update on payments for each row
  when (current_user = 'klinika_app'
        and ((old.closing_id is not null and old.closing_id is distinct from new.closing_id)
          or (old.void_closing_id is not null and old.void_closing_id is distinct from new.void_closing_id)
          or (old.bill_id, old.patient_id, old.reference) is distinct from (new.bill_id, new.patient_id, new.reference)
          or ((old.voided_by_id, old.voided_at, old.void_day, old.void_reason) is distinct from
              (new.voided_by_id, new.voided_at, new.void_day, new.void_reason)
              and (old.voided_at is not null or new.voided_at is null))))
  execute function keep_payments();
create trigger payments_taken after insert on payments for each row execute function record_change('payments');
create trigger payments_voided after update on payments
  for each row when (old.voided_at is distinct from new.voided_at) execute function record_change('payments');
