-- Called by no trigger since 0156_verified_names.sql.
set local role klinika_admin;
drop function end_verification();
set local role klinika_owner;
