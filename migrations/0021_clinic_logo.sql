-- A clinic's logo, small and drawn anew by us. It lies in the clinic's own row, which already stands behind its policy;
-- logo_url, its address, names the picture, so that a new one has another address.
alter table clinics add column logo bytea
  constraint clinics_logo_is_small check (octet_length(logo) between 1 and 1000000);
