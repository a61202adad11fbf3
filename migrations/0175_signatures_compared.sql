-- Reads each table once, while others read and write it.
alter table prescriptions validate constraint prescriptions_signature_fkey;
alter table clinic_papers validate constraint clinic_papers_signature_fkey;
alter table referrals validate constraint referrals_signature_fkey;
