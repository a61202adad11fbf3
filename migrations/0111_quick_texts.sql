-- Quick texts (decision C17): ".htn" typed in a clinical field becomes the text, a template fills a consultation. They
-- contain no patient's data.

create table quick_texts (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  -- Whose own; null: the clinic's.
  user_id bigint,
  -- Typed after a dot.
  name varchar(30) not null check (name ~ '^[A-Za-z][A-Za-z0-9-]*$'),
  title varchar(100) not null check (title <> ''),
  text varchar(5000),
  -- For the fields of a consultation.
  template jsonb,
  -- Copied from the product's examples and not changed since.
  is_example boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (clinic_id, id),
  check (text is not null or template is not null),
  foreign key (clinic_id, user_id) references users (clinic_id, id) on delete cascade
);
call guard_clinic_table('quick_texts', 'select, insert, update, delete');
create unique index quick_texts_name_key on quick_texts (clinic_id, coalesce(user_id, 0), lower(name));
