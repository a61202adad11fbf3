-- The characters of a list, which count in what a clinic may store. What it wrote stays in the record history for good,
-- so they count until the list is removed.
alter table imports add column bytes bigint not null default 0 check (bytes >= 0);
