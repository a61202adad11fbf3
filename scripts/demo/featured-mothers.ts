import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

/** 24 weeks and 3 days. */
const DAYS = 24 * 7 + 3;

/** Days before today, and measurements. The last one is flagged. */
const visits = [
  { ago: 85, bloodPressure: "112/70", weight: 52.4 },
  { ago: 57, bloodPressure: "114/72", weight: 53.6, fetalHeartTone: 152 },
  { ago: 29, bloodPressure: "118/74", weight: 55.2, fundalHeight: 20, fetalHeartTone: 148 },
  {
    ago: 1,
    bloodPressure: "142/88",
    weight: 58.9,
    fundalHeight: 24,
    fetalHeartTone: 144,
    presentation: "cephalic",
  },
] as const;

/** A woman at 24 weeks with four visits, the last with a high blood pressure, and one who is due in nine days. */
export async function keepFeaturedMothers(calls: Calls, today: string): Promise<void> {
  const day = addDays(today, -1);
  const add = async (patientName: string, nth: number, more: object) =>
    Number(
      (
        await calls.send(addPatient, {
          body: {
            patientName,
            admissionNo: `${day.replaceAll("-", "")}-M0${nth}`,
            hospital: "Chong Hua Hospital - Fuente",
            sex: "F",
            chiefComplaint: "Prenatal check-up",
            ...more,
          },
        })
      ).id,
    );
  await calls.setClock(day, 7, 34);
  const mother = await add("Villarosa, Kristine Joy Abella", 1, {
    birthday: "1997-08-14",
    contactNumber: "+639175550163",
  });
  const params = { id: mother };
  await calls.send(addPregnancy, { params, body: { lmp: addDays(today, -DAYS) } });
  await calls.send(addPregnancy, {
    params,
    body: { term: 2, living: 2, note: "2019 and 2022, normal deliveries" },
  });
  for (const { ago, ...vitalSigns } of visits)
    await calls.send(recordVitals, {
      params,
      body: { recordedAt: addDays(today, -ago), vitalSigns },
    });
  await calls.send(addConsultation, {
    body: {
      patientId: mother,
      chiefComplaint: "Prenatal check-up, no headache, no edema",
      diagnosis: "Pregnancy uterine, 24 weeks; elevated blood pressure",
      treatment: "Repeat BP in 1 week, urine protein today. Ferrous sulfate with folic acid daily.",
      followUpDate: addDays(today, 6),
    },
  });
  const due = await add("Macaraeg, Analyn Sumagaysay", 2, {
    birthday: "1993-02-27",
    contactNumber: "+639285550172",
  });
  await calls.send(addPregnancy, {
    params: { id: due },
    body: { lmp: addDays(today, -270), edc: addDays(today, 9) },
  });
  await calls.send(recordVitals, {
    params: { id: due },
    body: {
      vitalSigns: {
        bloodPressure: "118/76",
        weight: 66.2,
        fundalHeight: 35,
        fetalHeartTone: 138,
        presentation: "cephalic",
      },
    },
  });
}
