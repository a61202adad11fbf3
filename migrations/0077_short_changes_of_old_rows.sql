-- By itself, so that the table is not locked meanwhile. A value of less than 2,000 bytes as it lies on the disk is not
-- read: it is small, or was compressed to little.
update record_history set short_changes = shorten_json(changes)
where pg_column_size(changes) > 2000 and octet_length(changes::text) > 20000;
