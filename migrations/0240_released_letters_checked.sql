-- Under a lock that lets others write.
alter table referrals validate constraint referrals_released_check;
alter table referrals validate constraint referrals_released_by_fkey;
