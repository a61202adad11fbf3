-- Steps of the queue that a clinic can do without (decision C2).
alter table clinics add column queue_has_vitals boolean not null default true, add column queue_has_payment boolean not null default true;
