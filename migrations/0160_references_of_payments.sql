-- The reference number of a payment, as references are compared: letters and digits alone, null where there is nothing to
-- compare. Cash has no transaction, and an HMO pays many bills by one statement. Letters alone name a bank.
create function payment_reference(p_method text, p_reference text) returns text
  language sql immutable parallel safe
  return case when p_method in ('gcash', 'maya', 'card', 'bank_transfer', 'cheque') and p_reference ~ '[0-9]'
              then fold(p_reference) end;
grant execute on function payment_reference(text, text) to public;
comment on function payment_reference(text, text) is 'nullable: p_reference, result';

-- A column, since policies keep an index on the function's result from being used.
alter table payments add column search_text text generated always as (payment_reference(method, reference)) stored;
-- Finds the payments that have a reference, so that one transfer is not recorded twice unawares.
create index payments_of_reference on payments (clinic_id, search_text, id) where voided_at is null and search_text is not null;
