-- A correction says which version of the result it was read in (If-Match), as edits of the other rows do.
alter table results add column version integer not null default 1;
