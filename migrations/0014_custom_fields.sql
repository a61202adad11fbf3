-- What a clinic asks of its patients beyond the record's own fields. A patient's values stay text, under the
-- field's name, in patients.custom_fields.
create table custom_field_definitions (
  clinic_id bigint not null references clinics (id),
  id bigint not null default nextval('klinika_id'),
  field_name varchar(100) not null,
  field_type varchar(20) not null default 'text' check (field_type in ('text', 'number', 'date', 'choice')),
  field_options text[] not null default '{}',
  is_required boolean not null default false,
  display_order integer not null default 1,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (clinic_id, id)
);
call guard_clinic_table('custom_field_definitions', 'select, insert, update, delete');
-- "Blood type" and "BLOOD TYPE" are one field to whoever fills the form.
create unique index custom_field_definitions_name_key on custom_field_definitions (clinic_id, fold(field_name));
