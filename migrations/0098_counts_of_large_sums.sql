-- What is expected is a sum: each payment may be as large as a column of money holds, and a count has many.
alter table day_closings alter column expected type numeric(18, 2);
