-- Patients of an imported list may have no sex yet: null until it is asked at the first visit. Registration requires it.
alter table patients alter column sex drop not null;
alter table referrals alter column sex drop not null;
