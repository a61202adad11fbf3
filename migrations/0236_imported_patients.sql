-- The Manila day on which a list brought the patient, who is no new patient of that day. Rows of imports are removed after
-- 30 days.
alter table patients add column imported_on date;
