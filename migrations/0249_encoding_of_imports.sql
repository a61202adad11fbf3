-- How the letters of a CSV file were read, which the user can choose.
alter table imports add column encoding text;
