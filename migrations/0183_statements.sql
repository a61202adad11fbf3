-- What each line of a bill is to its doctor and the clinic, in clinics where several doctors practise, and the statements of
-- the doctors.

-- A body may name a table or a function of a later file.
set local check_function_bodies = off;

-- What a doctor gets of what is collected of the own lines; the clinic keeps the rest. A share applies to the bills that
-- are made while it does: what a line brings its doctor is stored with the line, so that a later share changes no day.
create table doctor_shares (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  practitioner_id bigint not null,
  -- Null: every service without a share of its own.
  service_id bigint,
  percent numeric(5,2) check (percent between 0 and 100),
  -- Pesos for each, when the line is paid in full.
  amount numeric(12,2) check (amount >= 0),
  set_by_id bigint not null,
  set_at timestamptz not null,
  -- Null: it applies.
  ended_at timestamptz,
  primary key (clinic_id, id),
  foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  foreign key (clinic_id, service_id) references services (clinic_id, id),
  foreign key (clinic_id, set_by_id) references users (clinic_id, id),
  constraint doctor_shares_check check ((percent is null) <> (amount is null))
);
create unique index doctor_shares_now on doctor_shares (clinic_id, practitioner_id, coalesce(service_id, 0))
  where ended_at is null;
call guard_clinic_table('doctor_shares', 'select, insert');
grant update (ended_at) on doctor_shares to klinika_app;

-- A doctor's closed statements. One is never changed.
create table statements (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  practitioner_id bigint not null,
  from_day date not null,
  to_day date not null,
  entries integer not null check (entries > 0),
  charged numeric(18,2) not null,
  discounts numeric(18,2) not null,
  hmo_due numeric(18,2) not null,
  -- [{method, payments, amount}]
  methods jsonb not null,
  collected numeric(18,2) not null,
  share numeric(18,2) not null,
  closed_by_id bigint not null,
  closed_at timestamptz not null,
  primary key (clinic_id, id),
  foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  foreign key (clinic_id, closed_by_id) references users (clinic_id, id),
  constraint statements_check check (from_day <= to_day)
);
create index statements_of_doctor on statements (clinic_id, practitioner_id, to_day);
call guard_clinic_table('statements', 'select, insert');

-- Entries of the lines of bills: one of each line when it is billed, which names its doctor, and one for what each payment
-- paid of it. Voiding adds the same amounts, negative. None is changed but to put it into a statement, and none is
-- removed: when a patient is deleted the amounts stay, so that no statement changes.
create table statement_entries (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  practitioner_id bigint not null,
  -- In Manila.
  day date not null,
  -- No foreign key: the bill of a deleted patient is gone.
  bill_id bigint not null,
  -- Of the bill's lines, from 0.
  line smallint not null check (line >= 0),
  -- Null: what was billed.
  payment_id bigint,
  is_void boolean not null default false,
  -- Of what was billed: quantity times amount; VAT and discount deducted; what the HMO approved of the rest.
  charged numeric(12,2) not null default 0,
  discount numeric(12,2) not null default 0,
  hmo_due numeric(12,2) not null default 0,
  -- What the doctor gets once the line is paid in full.
  full_share numeric(12,2) not null default 0,
  -- Of a payment: what it paid of the line, how much of that was of the HMO's part, and what the doctor gets of it.
  collected numeric(12,2) not null default 0,
  hmo_part numeric(12,2) not null default 0,
  share numeric(12,2) not null default 0,
  statement_id bigint,
  primary key (clinic_id, id),
  foreign key (clinic_id, practitioner_id) references practitioners (clinic_id, id),
  foreign key (clinic_id, payment_id) references payments (clinic_id, id),
  -- A statement is written after its entries, so that it has no others.
  foreign key (clinic_id, statement_id) references statements (clinic_id, id) deferrable initially deferred,
  constraint statement_entries_check check (
    case when payment_id is null then (collected, hmo_part, share) = (0, 0, 0)
         else (charged, discount, hmo_due, full_share) = (0, 0, 0, 0) end
  )
);
create unique index statement_entries_of_bill
  on statement_entries (clinic_id, bill_id, line, coalesce(payment_id, 0), is_void);
create index statement_entries_of_payment on statement_entries (clinic_id, payment_id) where payment_id is not null;
create index statement_entries_by_day on statement_entries (clinic_id, day, practitioner_id);
create index statement_entries_open on statement_entries (clinic_id, practitioner_id, day) where statement_id is null;
create index statement_entries_closed on statement_entries (clinic_id, statement_id) where statement_id is not null;
call guard_clinic_table('statement_entries', 'select, insert');
grant update (statement_id) on statement_entries to klinika_app;

-- An entry of a closed statement stays in it.
create function keep_statement_entries() returns trigger
  language plpgsql as $$
begin
  raise insufficient_privilege using message = 'an entry of a closed statement stays in it';
end $$;
create trigger statement_entries_stay before update on statement_entries for each row
  when (current_user = 'klinika_app' and old.statement_id is not null)
  execute function keep_statement_entries();
