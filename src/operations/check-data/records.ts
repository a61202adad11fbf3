import { type Invariant, row } from "./invariant.ts";

/** A patient's list of paths names every stored file of that category, and no removed file or one of another patient. */
const filesOf = (category: string, list: string): Invariant[] => [
  {
    description: `Every ${category} file of a patient is in the record's list.`,
    violations: `
      select f.clinic_id, ${row("files", "f.id")} as row, 'not in ${list} of patient ' || p.id as found
      from files f join patients p on p.clinic_id = f.clinic_id and p.id = f.patient_id
      where f.category = '${category}' and f.removed_at is null and f.confidential_to_id is null
        and not f.path = any (p.${list})`,
  },
  {
    description: `The record's list of ${category} files names no removed, confidential or foreign file.`,
    violations: `
      select p.clinic_id, ${row("patients", "p.id")} as row, '${list} names file ' || f.id as found
      from patients p cross join lateral unnest(p.${list}) as listed (path)
      join files f on f.clinic_id = p.clinic_id and f.path = listed.path
      where f.removed_at is not null or f.confidential_to_id is not null
         or (f.patient_id, f.category) is distinct from (p.id, '${category}'::varchar)`,
  },
];

/** The consultations of patient p with a visible diagnosis. */
const diagnosed = (name: string) =>
  `consultations ${name} where ${name}.clinic_id = p.clinic_id and ${name}.patient_id = p.id
     and ${name}.confidential_to_id is null and ${name}.in_error_at is null and ${name}.diagnosis is not null and not ${name}.is_intake`;

/** Also for check-history. */
export const everyPatientIsRecorded: Invariant = {
  description: "The record history has an event for every patient.",
  violations: `
    select p.clinic_id, ${row("patients", "p.id")} as row, 'no event' as found
    from patients p
    where not exists (select from record_history h where h.clinic_id = p.clinic_id and h.patient_id = p.id and h.entity = 'patients')`,
};

export const recordInvariants: Invariant[] = [
  {
    description: "The allergy text in a patient's record matches the active entries of the allergy list.",
    violations: `
      with listed as (
        select clinic_id, patient_id,
               coalesce(string_agg(allergy_in_words(substance, reaction, severity), '; ' order by kind = 'text', id) filter (where kind <> 'none'),
                        max(substance) filter (where kind = 'none')) as words
        from allergies where state = 'active' group by clinic_id, patient_id)
      select p.clinic_id, ${row("patients", "p.id")} as row, concat('“', p.allergies, '”, list “', l.words, '”') as found
      from patients p left join listed l on l.clinic_id = p.clinic_id and l.patient_id = p.id
      where nullif(btrim(p.allergies), '') is distinct from l.words`,
  },
  {
    // If the clock was set back, the newest is the one written last.
    description: "The diagnosis in a patient's record is that of the newest consultation with one.",
    violations: `
      select p.clinic_id, ${row("patients", "p.id")} as row, 'of ' || coalesce(p.visit_diagnosed_at::text, 'no time') as found
      from patients p
      where case when p.visit_diagnosis is null and p.visit_diagnosed_at is null
              then exists (select from ${diagnosed("d")})
              else not exists (
                select from ${diagnosed("d")} and (left(d.diagnosis, 4000), d.created_at) = (p.visit_diagnosis, p.visit_diagnosed_at)
                  and not exists (select from ${diagnosed("newer")} and newer.created_at > d.created_at and newer.id > d.id)) end`,
  },
  {
    description: "Search text, name sounds and household key match the patient's record.",
    violations: `
      select p.clinic_id, ${row("patients", "p.id")} as row, 'stale ' || case
               when p.search_text is distinct from patient_search_text(p.patient_name, p.admission_no, p.contact_number, p.philhealth_number) then 'search text'
               when p.household_key is distinct from household_key(p.address, p.contact_number) then 'household' else 'name sounds' end as found
      from patients p left join (select clinic_id, patient_id, array_agg(sound::text order by sound::text collate "C") as sounds
                                 from patient_name_sounds group by clinic_id, patient_id) s
        on s.clinic_id = p.clinic_id and s.patient_id = p.id
      where p.search_text is distinct from patient_search_text(p.patient_name, p.admission_no, p.contact_number, p.philhealth_number)
         or p.household_key is distinct from household_key(p.address, p.contact_number)
         or coalesce(s.sounds, '{}') <> array(select sound from unnest(name_sounds(p.patient_name)) as sound where sound is not null order by sound collate "C")`,
  },
  {
    description: "An admitted patient has one open admission, any other none.",
    violations: `
      with open as (select clinic_id, patient_id, count(*) as admissions from admissions where discharged_at is null group by clinic_id, patient_id)
      select p.clinic_id, ${row("patients", "p.id")} as row, p.admission_status || ', open admissions: ' || coalesce(o.admissions, 0) as found
      from patients p left join open o on o.clinic_id = p.clinic_id and o.patient_id = p.id
      where coalesce(o.admissions, 0) <> case p.admission_status when 'Admitted' then 1 else 0 end`,
  },
  ...filesOf("laboratory", "laboratory_files"),
  ...filesOf("imaging", "imaging_files"),
  ...filesOf("other", "other_files"),
  {
    description: "A record that was merged into another is no patient, until the merge is undone.",
    violations: `
      select m.clinic_id, ${row("merges", "m.id")} as row, 'patient ' || m.other_id || ' is still there' as found
      from merges m join patients p on p.clinic_id = m.clinic_id and p.id = m.other_id where m.undone_at is null`,
  },
  {
    description: "A deleted patient has a sealed record only.",
    violations: `
      select s.clinic_id, ${row("sealed_records", "s.id")} as row, 'patient ' || s.patient_id || ' is still there' as found
      from sealed_records s join patients p on p.clinic_id = s.clinic_id and p.id = s.patient_id`,
  },
  everyPatientIsRecorded,
  {
    description: "A released prescription has the time and the doctor of its release.",
    violations: `
      select clinic_id, ${row("prescriptions")} as row, status || ', released ' || coalesce(released_at::text, 'never') as found
      from prescriptions where (released_at is null) <> (released_by_id is null)
        -- A withdrawn one may have been released or not.
        or (status <> 'withdrawn' and (status = 'final') <> (released_at is not null))`,
  },
  ...(["prescriptions", "clinic_papers"] as const).map((table) => ({
    description: `Rows of ${table} are released by the doctor whom they name.`,
    violations: `
      select t.clinic_id, ${row(table, "t.id")} as row, 'released by user ' || t.released_by_id as found
      from ${table} t join practitioners p on p.clinic_id = t.clinic_id and p.id = t.practitioner_id
      where t.released_by_id <> p.user_id`,
  })),
];
