import { recordVitals } from "#features/consultations/contract.ts";
import { changeContacts, changeRelation, linkHousehold } from "#features/households/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

/** Fourteen months. */
const AGE = 428;

/** Age in days, and measurements: on the median for a year, then flattening. */
const visits = [
  { age: 0, weight: 3.1, height: 49, headCircumference: 33.8 },
  { age: 45, weight: 4.6, height: 55, headCircumference: 37.3 },
  { age: 76, weight: 5.6, height: 58.5, headCircumference: 39 },
  { age: 108, weight: 6.3, height: 61.2, headCircumference: 40.3 },
  { age: 183, weight: 7.2, height: 66, headCircumference: 42.1 },
  { age: 276, weight: 8.1, height: 70.2, headCircumference: 43.7 },
  { age: 366, weight: 8.7, height: 73.6, headCircumference: 44.7 },
  { age: 427, weight: 8.8, height: 75, headCircumference: 45.2 },
] as const;

/** Age in days. MMR 2 has not been given. */
const doses = [
  { age: 0, vaccines: ["BCG", "Hepatitis B"], dose: 1, isElsewhere: true },
  { age: 45, vaccines: ["Pentavalent", "OPV", "PCV"], dose: 1 },
  { age: 76, vaccines: ["Pentavalent", "OPV", "PCV"], dose: 2 },
  { age: 108, vaccines: ["Pentavalent", "OPV", "PCV"], dose: 3 },
  { age: 108, vaccines: ["IPV"], dose: 1 },
  { age: 276, vaccines: ["IPV"], dose: 2 },
  { age: 276, vaccines: ["MMR"], dose: 1, lot: "0231A", site: "left thigh" },
] as const;

const home = { address: "27 Sampaguita St., Guadalupe, Cebu City", contactNumber: "+639175550161" };

/** Her mother, who is the guardian and of the same household, and her father, who is proposed. */
async function keepFamily(calls: Calls, child: number, day: string): Promise<void> {
  const add = async (patientName: string, nth: number, more: object) =>
    Number(
      (
        await calls.send(addPatient, {
          body: {
            patientName,
            admissionNo: `${day}-C0${nth}`,
            hospital: "Chong Hua Hospital - Fuente",
            ...home,
            ...more,
          },
        })
      ).id,
    );
  const mother = await add("Bautista, Ligaya Ocampo", 2, { sex: "F", birthday: "1996-05-11" });
  await add("Bautista, Rodel Samson", 3, { sex: "M", birthday: "1994-09-30" });
  const params = { id: child };
  await calls.send(linkHousehold, { params, body: { patientId: mother, relation: "Mother" } });
  await calls.send(changeRelation, { params, body: { relation: "Child" } });
  await calls.send(changeContacts, {
    params,
    body: {
      guardian: { patientId: mother, relation: "Mother" },
      nextOfKin: { name: "Corazon Ocampo", relation: "Grandmother", phone: "+639285550162" },
    },
  });
}

/** A child with a growth card of eight visits, typed in, and an immunization card with one dose overdue. */
export async function keepFeaturedChild(calls: Calls, today: string): Promise<number> {
  const birthday = addDays(today, -AGE);
  await calls.setClock(addDays(today, -1), 7, 31);
  const { id } = await calls.send(addPatient, {
    body: {
      patientName: "Bautista, Zia Marie Ocampo",
      admissionNo: `${addDays(today, -1).replaceAll("-", "")}-C01`,
      hospital: "Chong Hua Hospital - Fuente",
      sex: "F",
      birthday,
      chiefComplaint: "Well-child visit",
      ...home,
      remarks: "Mother: Ligaya Bautista",
    },
  });
  const patientId = Number(id);
  const params = { id: patientId };
  for (const { age, ...vitalSigns } of visits)
    await calls.send(recordVitals, { params, body: { recordedAt: addDays(birthday, age), vitalSigns } });
  for (const { age, vaccines, ...given } of doses)
    for (const vaccine of vaccines)
      await calls.send(addImmunization, {
        params,
        body: { ...given, vaccine, date: addDays(birthday, age) },
      });
  await keepFamily(calls, patientId, addDays(today, -1).replaceAll("-", ""));
  return patientId;
}
