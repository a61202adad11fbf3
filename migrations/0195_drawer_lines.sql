-- The day's count compares the cash in the drawer, which also holds an opening float, and lacks what was paid out of it.
create table drawer_lines (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Whose drawer.
  user_id bigint not null,
  kind varchar(12) not null check (kind in ('float', 'petty_cash')),
  amount numeric(12, 2) not null check (amount >= 0),
  -- What petty cash was paid for.
  note varchar(200),
  at timestamptz not null,
  -- Petty cash that was typed wrong stays readable.
  voided_at timestamptz,
  void_reason varchar(500),
  closing_id bigint,
  primary key (clinic_id, id),
  check ((voided_at is null) = (void_reason is null)),
  check (kind = 'float' or note is not null),
  foreign key (clinic_id, user_id) references users (clinic_id, id),
  -- A count is written after its lines.
  foreign key (clinic_id, closing_id) references day_closings (clinic_id, id) deferrable initially deferred
);
call guard_clinic_table('drawer_lines', 'select, insert, update');
create unique index drawer_lines_float on drawer_lines (clinic_id, user_id) where kind = 'float' and closing_id is null;
create index drawer_lines_uncounted on drawer_lines (clinic_id, user_id, id) where closing_id is null;

-- Of the expected cash.
alter table day_closings
  add column opening_float numeric(18, 2) not null default 0,
  add column petty_cash numeric(18, 2) not null default 0;

-- The cash of a deleted patient was counted, or still has to be: its payments stay, with neither patient nor bill.
alter table payments alter column bill_id drop not null, alter column patient_id drop not null;
alter table payments add constraint payments_of_deleted_check check ((bill_id is null) = (patient_id is null)) not valid;
