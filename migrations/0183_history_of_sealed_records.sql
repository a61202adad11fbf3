-- The words that the record history holds are the clinic's owner's alone, as reading it is. Those of a deleted patient are
-- nobody's: as sealed as the record. Lines without values, such as views, and the deletion itself are not hidden.
create function is_history_open(p_patient bigint) returns boolean
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  own constant bigint := current_clinic();
  whose bigint := p_patient;
begin
  if p_patient is null then
    return true;
  end if;
  loop
    perform from patients p where p.clinic_id = own and p.id = whose;
    if found then
      return true;
    end if;
    -- One that was merged is as open as the record it was merged into.
    select m.survivor_id into whose from merges m where m.clinic_id = own and m.other_id = whose and m.undone_at is null;
    if not found then
      return false;
    end if;
  end loop;
end $$;
comment on function is_history_open is 'nullable: p_patient';
revoke execute on function is_history_open from public;
grant execute on function is_history_open to klinika_app;

create policy sealed on record_history as restrictive for select to klinika_app
  using (changes = '{}' or event in ('patient.delete', 'patient.destroy')
         or ((select is_clinic_owner()) and is_history_open(patient_id)));
