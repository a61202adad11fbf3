import type { Client } from "pg";
import { signUp } from "#features/accounts/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { sendReferral } from "#features/referrals/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import type { Calls } from "./calls.ts";

const owner = { email: "owner@neighbour.klinika.ph", password: "demo-neighbour-2026" };

const referred = [
  {
    patientName: "Labrador, Crisanto Omolon",
    birthday: "1951-08-19",
    sex: "M",
    preopDiagnosis: "Atrial fibrillation, newly found",
    reason:
      "Palpitations for two weeks, irregular pulse of 118. Please assess rate control and anticoagulation.",
  },
  {
    patientName: "Ouano, Teresita Mabini",
    birthday: "1967-02-02",
    sex: "F",
    preopDiagnosis: "Chest pain on exertion",
    reason: "Typical angina since October, risk factors: smoking, high LDL. Stress test requested.",
  },
] as const;

/** Another clinic of the platform, which refers two of its patients to the demo's clinic. */
export async function openNeighbour(
  calls: Calls,
  database: Client,
  { clinicId, today }: { clinicId: number; today: string },
): Promise<void> {
  await calls.setClock(addDays(today, -20), 9);
  await calls.send(signUp, {
    body: {
      clinicName: "Sto. Niño Family Clinic",
      doctorName: "Dra. Ana Lourdes de los Santos, MD",
      email: owner.email,
      phone: "+63 32 340 1178",
      licenseNumber: "0114520",
      password: owner.password,
      confirmPassword: owner.password,
    },
  });
  await database.query("set role klinika_owner");
  const { rows } = await database.query("select id, clinic_id from users where email = $1", [owner.email]);
  await database.query("update clinics set address = 'M. J. Cuenco Ave., Cebu City' where id = $1", [
    Number(rows[0].clinic_id),
  ]);
  await database.query("reset role");
  await calls.signIn(Number(rows[0].id));
  for (const [index, { reason, ...patient }] of referred.entries()) {
    await calls.setClock(addDays(today, -1), 14 + index);
    const { id } = await calls.send(addPatient, {
      body: { ...patient, admissionNo: `SN-${index + 1}`, hospital: "Perpetual Succour Hospital" },
    });
    await calls.send(sendReferral, {
      params: { id: Number(id) },
      body: {
        toClinicId: clinicId,
        referralReason: reason,
        referralNotes: "Results follow with the patient.",
        consent: { agreedBy: "Patient", at: addDays(today, -1) },
      },
    });
  }
}
