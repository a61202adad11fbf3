import { signUp } from "#features/accounts/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { Calls } from "#scripts/demo/calls.ts";
import { aPerson } from "#scripts/demo/people.ts";
import { Random } from "#scripts/demo/random.ts";
import { buildApp } from "#server/app.ts";
import type { Settings } from "#server/settings.ts";
import { manilaDay } from "#shared/dates.ts";
import { hospitalChoices } from "#shared/hospitals.ts";
import { connected } from "#test/postgres.ts";

export type Account = { email: string; password: string };

export const systemAdmin: Account = { email: "admin@goals.klinika.ph", password: "goals-admin-2026" };
/** The owner of the clinic of 10,000 patients. */
export const manyOwner: Account = { email: "owner@many.klinika.ph", password: "goals-many-2026" };

/** Registered one by one. Each of the others has the family name of one of them and the first names of another. */
const registered = 500;
const others = 19 * registered;

const addOthers = `
  insert into patients (clinic_id, admission_no, hospital, patient_name, sex, birthday, age, contact_number, address,
                        allergies, created_at)
  select one.clinic_id, 'M-' || lpad(row_number() over (order by turn, one.id)::text, 5, '0'), one.hospital,
         split_part(one.patient_name, ',', 1) || ',' || split_part(other.patient_name, ',', 2),
         other.sex, other.birthday, other.age, one.contact_number, one.address, other.allergies,
         one.created_at - turn * interval '1 day'
  from generate_series(1, $2::int) turn
  cross join (select *, row_number() over (order by id) as place from patients where clinic_id = $1) one
  join (select *, row_number() over (order by id) as place from patients where clinic_id = $1) other
    on other.place = (one.place + turn * 23) % $3::int + 1`;

/** A clinic of 10,000 patients: the first through the product's own calls, the others beside the record history. */
export async function seedManyPatients(databaseUrl: string, settings: Settings): Promise<void> {
  const app = await buildApp({
    settings: { ...settings, changesPerMinute: 1_000_000 },
    databaseUrl,
    withoutBackgroundWork: true,
  });
  try {
    const calls = new Calls();
    calls.use(app);
    const { token } = await calls.send(signUp, {
      body: {
        ...manyOwner,
        confirmPassword: manyOwner.password,
        clinicName: "Santo Niño Polyclinic",
        doctorName: "Dra. Ana Lourdes Nuñez, MD",
        phone: "+63 32 340 1178",
        licenseNumber: "0114521",
      },
    });
    calls.goOnAs(String(token));
    const random = new Random(20_261_122);
    const today = manilaDay(new Date());
    const hospitals = hospitalChoices("single").slice(0, 10);
    for (let index = 1; index <= registered; index++)
      await calls.send(addPatient, {
        body: {
          ...aPerson(random, today),
          admissionNo: `N-${String(index).padStart(5, "0")}`,
          hospital: random.one(hospitals),
        },
      });
    await multiply(databaseUrl);
  } finally {
    await app.close();
  }
}

async function multiply(databaseUrl: string): Promise<void> {
  return connected(databaseUrl, async (client) => {
    const { rows } = await client.query("select clinic_id from users where email = $1", [manyOwner.email]);
    const clinicId = rows[0].clinic_id;
    await client.query("begin");
    await client.query("select set_config('app.clinic_id', $1::text, true)", [String(clinicId)]);
    await client.query("alter table patients disable trigger patients_history");
    await client.query(addOthers, [clinicId, others / registered, registered]);
    await client.query("alter table patients enable trigger patients_history");
    await client.query("commit");
    await client.query("vacuum analyze patients");
  });
}
