-- When a patient is deleted the server takes the patient, the bill and the words from the payments, which stay in the
-- counts. Nothing else takes a payment from its bill.
grant update (bill_id, patient_id, reference) on payments to klinika_app;

create or replace function keep_payments() returns trigger
  language plpgsql as $$
begin
  if current_setting('app.event', true) = 'patient.delete' and new.bill_id is null and new.patient_id is null
     and (old.amount, old.method, old.closing_id, old.void_closing_id, old.voided_by_id, old.voided_at, old.void_day)
         is not distinct from
         (new.amount, new.method, new.closing_id, new.void_closing_id, new.voided_by_id, new.voided_at, new.void_day) then
    return new;
  end if;
  raise insufficient_privilege using message = 'a payment that was voided or counted stays so';
end $$;

drop trigger payments_stay on payments;
create trigger payments_stay before update on payments for each row
  when (current_user = 'klinika_app'
        and ((old.closing_id is not null and old.closing_id is distinct from new.closing_id)
          or (old.void_closing_id is not null and old.void_closing_id is distinct from new.void_closing_id)
          or (old.bill_id, old.patient_id, old.reference) is distinct from (new.bill_id, new.patient_id, new.reference)
          or ((old.voided_by_id, old.voided_at, old.void_day, old.void_reason) is distinct from
              (new.voided_by_id, new.voided_at, new.void_day, new.void_reason)
              and (old.voided_at is not null or new.voided_at is null))))
  execute function keep_payments();
