alter table payments validate constraint payments_of_deleted_check;
