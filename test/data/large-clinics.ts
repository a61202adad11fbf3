import { withClient } from "#server/database/with-client.ts";
import { hospitalChoices } from "#shared/clinical/hospitals.ts";

/**
 * One large clinic among many others, for the plans of lists and searches: the proportion of rows matters, so
 * PostgreSQL generates the patients from short lists of names. The same seed gives the same rows.
 */
export type LargeClinics = {
  bigClinicId: number;
  /** Owner of the large clinic. Each of the others has an owner too. */
  ownerId: number;
  /** A patient of the large clinic with 800 results, fifty papers and a next of kin. */
  oldestPatientId: number;
};

const surnames =
  "Santos Reyes Cruz Bautista Ocampo Garcia Mendoza Torres Tomas Andrada Castillo Flores Villanueva Ramos Castro Rivera Aquino Navarro Salazar Mercado Peñaflor Ybañez Ñuñez Dela_Cruz De_los_Santos Del_Rosario San_Juan Sta._Ana Magbanua Catacutan".split(
    " ",
  );
const givenNames =
  "Maria Jose Juan Ana Rosa Carlo Miguel Liza Marilou Rafael Antonio Teresita Benjie Corazon Danilo Eduardo Fe Gloria Hernando Imelda Joselito Kristine Lourdes Marites Nenita Oscar Pilar Ramon Socorro Wilfredo".split(
    " ",
  );
const diagnoses = [
  "Essential hypertension",
  "Type 2 diabetes mellitus",
  "Community-acquired pneumonia, moderate risk",
  "Acute gastroenteritis with moderate dehydration",
  "Bronchial asthma in acute exacerbation",
  "Urinary tract infection",
  "Hypertensive heart disease, NYHA class II",
  "Chronic kidney disease stage 3",
];

/** About one patient in a thousand has it. */
export const rareDiagnosis = "Kawasaki disease, incomplete";
/** A surname that about one patient in thirty has. */
export const commonName = "santos";
/** One patient of the big clinic has it, the oldest record. */
export const rareName = "Quisumbing";

/** One of the texts in a parameter, drawn for each row. */
const anyOf = (parameter: number) =>
  `($${parameter}::text[])[1 + floor(random() * cardinality($${parameter}::text[]))::integer]`;

export async function seedLargeClinics(
  databaseUrl: string,
  {
    inBigClinic,
    elsewhere,
    clinics,
    now,
  }: { inBigClinic: number; elsewhere: number; clinics: number; now: Date },
): Promise<LargeClinics> {
  return withClient(databaseUrl, async (client) => {
    await client.query("begin");
    // Triggers would write a history row each, and row security prevents bulk loads: both are off for this only.
    await client.query("set local session_replication_role = replica");
    await client.query("select setseed(0.42)");
    const { rows: made } = await client.query<{ id: string }>(
      `insert into clinics (name, subdomain)
       select 'Large ' || n, 'large-' || n from generate_series(0, $1::integer) n returning id`,
      [clinics],
    );
    const ids = made.map((row) => Number(row.id));
    const bigClinicId = ids[0] ?? 0;
    const { rows: owners } = await client.query<{ id: string }>(
      `insert into users (clinic_id, email, first_name, last_name, role, password_changed)
       select id, subdomain || '@clinic.test', 'Rafael', 'Peñaflor', 'owner', true from clinics where id = any ($1::bigint[])
       order by id returning id`,
      [ids],
    );
    const ownerId = Number(owners[0]?.id);
    await client.query(
      `insert into practitioners (clinic_id, user_id, license_number, created_at, updated_at)
       select clinic_id, id, '0098412', created_at, created_at from users where clinic_id = any ($1::bigint[])`,
      [ids],
    );
    const total = inBigClinic + elsewhere;
    await client.query(
      `insert into patients (clinic_id, admission_no, hospital, patient_name, age, sex, birthday, contact_number, address,
         admission_status, payment_status, phic_payment, amount, patient_status, consultation_status, preop_diagnosis, remarks,
         is_archived, room_number, date_of_admission, surgical_procedure, appointment_time, last_consultation_at,
         created_at, updated_at, is_billed)
       select case when big then $1::bigint else ($2::bigint[])[1 + n % cardinality($2::bigint[])] end,
              to_char(created, 'YYYYMMDD') || '-' || n,
              ${anyOf(3)},
              case when n = 1 then $7 || ', Oldest' else
                replace(${anyOf(4)}, '_', ' ') || ', ' ||
                ${anyOf(5)} || ' ' ||
                ${anyOf(5)} end,
              floor(random() * 95)::integer, case when random() < 0.5 then 'F' else 'M' end,
              date '1931-01-01' + floor(random() * 33000)::integer,
              '+639' || lpad(floor(random() * 1e9)::bigint::text, 9, '0'),
              '14 Sikatuna St., Brgy. Zapatera, Cebu City, Cebu',
              case when status < 0.04 then 'Admitted' when status < 0.4 then 'Discharged' else 'Outpatient' end,
              case when payment < 0.72 then 'Paid-Received' when payment < 0.96 then 'Pending' else 'Overdue' end,
              case when random() < 0.58 then 'Yes' else 'No' end,
              round((random() * 50000)::numeric, 2),
              case when random() < 0.9 then 'Seen' when random() < 0.5 then 'Follow-up' else 'Waiting' end,
              case when visit < 0.003 then 'pending' else 'completed' end,
              case when random() < 0.001 then $8 else ${anyOf(6)} end,
              repeat('Takes her medicines at noon with food. ', 1 + n % 8),
              n <> 1 and random() < 0.08,
              case when status < 0.04 then '204-B' end,
              case when status < 0.04 then (created at time zone 'Asia/Manila')::date end,
              case when random() < 0.1 then 'Appendectomy' end,
              case when visit < 0.001 then $10::timestamptz - random() * interval '2 hours' end,
              case when visit > 0.5 then created + interval '1 hour' end,
              created, created, n % 2 = 0
       from (select n, n = 1 or random() < $9::float / $11 as big, random() as status, random() as payment,
                    random() as visit,
                    $10::timestamptz - ($11 - n) * (interval '3 years' / $11) as created
             from generate_series(1, $11::integer) n offset 0) drawn`,
      [
        bigClinicId,
        ids.slice(1),
        hospitalChoices("single"),
        surnames,
        givenNames,
        diagnoses,
        rareName,
        rareDiagnosis,
        inBigClinic,
        now.toISOString(),
        total,
      ],
    );
    const { rows: oldest } = await client.query<{ id: string }>(
      "select id from patients where clinic_id = $1 and patient_name = $2",
      [bigClinicId, `${rareName}, Oldest`],
    );
    const oldestPatientId = Number(oldest[0]?.id);
    await client.query(
      `insert into admissions (clinic_id, patient_id, hospital, admitted_at, discharged_at)
       select clinic_id, id, hospital, record_day,
              case when admission_status = 'Discharged' then least($1, created_at + random() * interval '10 days') end
       from patients where admission_status <> 'Outpatient'`,
      [now.toISOString()],
    );
    // What the trigger would have stored, once per distinct name.
    await client.query(
      `with heard as materialized (select name, name_sounds(name) as sounds
                                   from (select distinct patient_name as name from patients) names)
       insert into patient_name_sounds (clinic_id, sound, patient_id)
       select clinic_id, sound, id from patients join heard on name = patient_name, unnest(sounds) as sound`,
    );
    await client.query("insert into places (clinic_id, name) select id, 'Main clinic' from clinics");
    // One visit per patient, and a full day of the large clinic; one in a thousand was never closed.
    await client.query(
      `insert into visits (clinic_id, patient_id, place_id, day, number, state, arrived_at, closed_at, created_by_id, created_at)
       select p.clinic_id, p.id, places.id, day, row_number() over (partition by p.clinic_id, day order by p.id),
              case when is_closed then 'done' else 'arrived' end, came, case when is_closed then came end, users.id, p.created_at
       from (select patients.*, coalesce(manila_day(today), record_day) as day, coalesce(today, created_at) as came,
                    id % 1000 > 0 and (clinic_id <> $1 or id % greatest($2::integer / 50, 1) > 0) as is_closed
             from patients, lateral (select case when clinic_id = $1 and id % greatest($2::integer / 200, 1) = 0
                                                 then $3::timestamptz - interval '1 hour' end as today) t) p join places on places.clinic_id = p.clinic_id join users on users.clinic_id = p.clinic_id`,
      [bigClinicId, inBigClinic, now.toISOString()],
    );
    // Five consultations per patient of the large clinic and three of the others, most with a code and some with two.
    await client.query(
      `insert into consultations (clinic_id, patient_id, chief_complaint, diagnosis, treatment, created_at)
       select p.clinic_id, p.id, 'Check', 'Diagnosis ' || p.id % 900, 'Rest', p.created_at + n * interval '20 days'
       from patients p cross join generate_series(1, case when p.clinic_id = $1 then 5 else 3 end) n`,
      [bigClinicId],
    );
    await client.query(
      `insert into consultation_diagnoses (clinic_id, patient_id, consultation_id, position, words, code, day)
       select c.clinic_id, c.patient_id, c.id, n, 'Diagnosis ' || c.id % 900,
              case when c.id % 7 > 0 then 'K' || lpad((c.id % 97)::text, 2, '0') || '.' || n end, manila_day(c.created_at)
       from consultations c cross join generate_series(1, 2) n
       where c.id % 9 > 0 and (n = 1 or c.id % 3 = 0)`,
    );
    // A bill for every other patient, most of them paid and counted; an HMO owes some.
    await client.query(
      `insert into bills (clinic_id, number, patient_id, day, lines, is_vat_registered, charges, due, paid, hmo_company,
                          hmo_approved, patient_share, patient_balance, created_by_id, created_at, updated_at)
       select p.clinic_id, p.id::text, p.id, record_day,
              '[{"description": "Follow-up consultation", "quantity": 1, "amount": "800.00"}, {"description": "12-lead ECG with reading", "quantity": 1, "amount": "200.00"}]', false, 1000, 1000, case when p.id % 1000 = 0 then 0 else 1000 end,
              case when p.id % 2000 = 0 then 'Maxicare' end, case when p.id % 2000 = 0 then 1000 end,
              case when p.id % 2000 = 0 then 0 else 1000 end, case when p.id % 2000 = 1000 then 1000 else 0 end, users.id, p.created_at, p.created_at
       from patients p join users on users.clinic_id = p.clinic_id where p.id % 2 = 0`,
    );
    await client.query(
      `insert into day_closings (clinic_id, day, closed_by_id, closed_at, payments, methods, expected, counted)
       select clinic_id, '2026-11-01', id, $1, 0, '[]', 0, 0 from users where role = 'owner'`,
      [now.toISOString()],
    );
    await client.query(
      `insert into payments (clinic_id, bill_id, patient_id, method, amount, taken_by_id, taken_at, day, closing_id)
       select bills.clinic_id, bills.id, patient_id, case when bills.id % 3 = 0 then 'gcash' else 'cash' end, paid, bills.created_by_id,
              bills.created_at, bills.day,
              case when bills.day < manila_day($1) then day_closings.id end
       from bills join day_closings on day_closings.clinic_id = bills.clinic_id where paid > 0`,
      [now.toISOString()],
    );
    // An appointment for every tenth patient, the large clinic's next week full of them; some asked to reschedule, some missed.
    await client.query(
      `with booked as (
         insert into visits (clinic_id, patient_id, place_id, day, state, appointment_at, closed_at, created_by_id, created_at)
         select p.clinic_id, p.id, places.id, manila_day(at), case when at >= $1 then 'booked' when p.id % 50 = 0 then 'no_show' else 'cancelled' end, at,
                case when at < $1 then at end, users.id, p.created_at
         from (select *, $1::timestamptz + make_interval(hours => (id % 1200 - 800)::integer) as at from patients where id % 10 = 0) p
         join places on places.clinic_id = p.clinic_id join users on users.clinic_id = p.clinic_id
         on conflict do nothing
         returning *)
       insert into appointments (clinic_id, place_id, patient_id, visit_id, starts_at, minutes, created_by_id, created_at, updated_at)
       select clinic_id, place_id, patient_id, id, appointment_at, 30, created_by_id, created_at, created_at from booked`,
      [now.toISOString()],
    );
    // A row in each clinical list for every fourth patient.
    for (const [table, columns] of [
      ["allergies", "substance"],
      ["problems", "words"],
      ["medicines", "source, generic"],
      ["alerts", "words"],
    ] as const)
      await client.query(
        `insert into ${table} (clinic_id, patient_id, ${columns}, recorded_by_id, recorded_at, updated_at)
         select p.clinic_id, p.id, ${table === "medicines" ? "'elsewhere', " : ""}'Of ' || p.id, users.id, p.created_at, p.created_at
         from patients p join users on users.clinic_id = p.clinic_id where p.id % 4 = 0`,
      );
    // An open pregnancy for every tenth patient, due on any day of the next nine months.
    await client.query(
      `insert into pregnancies (clinic_id, patient_id, state, lmp, recorded_by_id, recorded_at, updated_at)
       select p.clinic_id, p.id, 'open', manila_day($1::timestamptz) - (p.id / 10 % 290)::integer, users.id, p.created_at, p.created_at
       from patients p join users on users.clinic_id = p.clinic_id where p.id % 10 = 3`,
      [now.toISOString()],
    );
    // A next of kin for every tenth patient and the oldest of the large clinic, and a household for some others.
    await client.query(
      `insert into patient_families (clinic_id, patient_id, kin_name, household_id, recorded_by_id, recorded_at, updated_at)
       select p.clinic_id, p.id, 'Of ' || p.id, p.id / 50, users.id, p.created_at, p.created_at
       from patients p join users on users.clinic_id = p.clinic_id where p.id % 10 = 4 or p.id = $1`,
      [oldestPatientId],
    );
    // Two results for every fifth patient; the oldest patient of the large clinic has 800.
    await client.query(
      `insert into results (clinic_id, patient_id, panel, collected_at, result_values, created_by_id, created_at,
                            updated_at)
       select p.clinic_id, p.id, 'electrolytes', at, '[{"analyte": "potassium", "name": "Potassium", "value": "4.4", "unit": "mmol/L", "low": "3.5", "high": "5.0", "source": null, "flag": null}]',
              users.id, at, at
       from (select clinic_id, id, created_at, case when id = $1 then 800 else 2 end as many from patients where id % 5 = 0 or id = $1) p
            join users on users.clinic_id = p.clinic_id,
            lateral (select nth, p.created_at + nth * interval '1 hour' as at from generate_series(1, p.many) nth) r`,
      [oldestPatientId],
    );
    // Two papers with two items for every fifth patient; the oldest patient of the large clinic has fifty.
    await client.query(
      `with paper as (
         insert into clinic_papers (clinic_id, patient_id, number, kind, title, day, fields, sheet, initials, code_seed, code_hash,
                                    state, prepared_by_id, doctor_name, released_by_id, released_at, created_at)
         select p.clinic_id, p.id, p.id || '-' || nth, 'laboratory_request', 'Laboratory Request', manila_day(at), '{}', '{}', 'J. C.',
                '\\x00', sha256((p.id || '-' || nth)::bytea), 'final', users.id, 'Rafael Peñaflor', users.id, at, at
         from (select clinic_id, id, created_at, case when id = $1 then 50 else 2 end as many from patients where id % 5 = 0 or id = $1) p
              join users on users.clinic_id = p.clinic_id,
              lateral (select nth, p.created_at + nth * interval '1 hour' as at from generate_series(1, p.many) nth) r
         returning clinic_id, id, patient_id)
       insert into requested_items (clinic_id, patient_id, paper_id, label, panels, analytes)
       select clinic_id, patient_id, id, label, '{electrolytes}', array[label] from paper, unnest(array['potassium', 'sodium']) label`,
      [oldestPatientId],
    );
    await client.query("commit");
    await client.query(
      "vacuum analyze patients, admissions, patient_name_sounds, visits, bills, payments, appointments, allergies, problems, medicines, alerts, pregnancies, patient_families, consultations, consultation_diagnoses, results, clinic_papers, requested_items",
    );
    return { bigClinicId, ownerId, oldestPatientId };
  });
}
