-- Why a visit that ended has no bill, such as "No charge".
alter table visits add column no_bill_reason varchar(200);
