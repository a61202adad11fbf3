-- What papers said of the clinic before its name, address, phone or TIN was changed, the earliest first:
-- {until, name, address, phone, tin}. A paper that is printed again says what it said on its day (server/letterhead.ts).

alter table clinics add column letterheads jsonb not null default '[]' check (jsonb_typeof(letterheads) = 'array');
grant update (letterheads) on clinics to klinika_app;
