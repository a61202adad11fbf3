import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { type CurrentUser, type Profile, ProfileDraft } from "#features/accounts/contract.ts";
import { ClinicDraft, type ClinicSettings } from "#features/clinics/contract.ts";
import { formatPhone } from "#shared/formats/phone.ts";

const { name, subdomain, address, phone, email, bedCapacity, triplicateUntil } = ClinicDraft.shape;
const clinicPart = { name, subdomain, address, phone, email, bedCapacity, triplicateUntil };
const doctorPart = ProfileDraft.shape;

/** One form for two records of the server: the clinic's and the doctor's own. */
export const GeneralDraft = z.object({ ...clinicPart, ...doctorPart });
export type GeneralForm = UseFormReturn<z.input<typeof GeneralDraft>, unknown, z.output<typeof GeneralDraft>>;
export type GeneralField = keyof z.input<typeof GeneralDraft>;

export const clinicFields = Object.keys(clinicPart) as (keyof typeof clinicPart)[];
export const doctorFields = Object.keys(doctorPart) as (keyof typeof doctorPart)[];

export const typedClinic = (stored: ClinicSettings) => ({
  name: stored.name,
  subdomain: stored.subdomain,
  address: stored.address ?? "",
  phone: formatPhone(stored.phone ?? ""),
  email: stored.email ?? "",
  bedCapacity: String(stored.bedCapacity),
  triplicateUntil: stored.triplicateUntil ?? "",
});

export const typedDoctor = (stored: Profile | CurrentUser) => ({
  firstName: stored.firstName,
  lastName: stored.lastName,
  licenseNumber: stored.licenseNumber ?? "",
  specialization: stored.specialization ?? "",
  credentials: stored.credentials ?? "",
  ptrNumber: stored.ptrNumber ?? "",
  ptrYear: stored.ptrYear === null ? "" : String(stored.ptrYear),
  s2Number: stored.s2Number ?? "",
});
