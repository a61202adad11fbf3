-- When the owner closed the dashboard's list of first steps.
alter table clinics add column setup_dismissed_at timestamptz;
