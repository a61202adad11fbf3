-- For the observations of the gestation at birth: few patients of a clinic have one.
create index patients_of_gestation on patients (clinic_id, id) where gestation_days is not null;
