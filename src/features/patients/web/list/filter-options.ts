import { admissionStatuses, paymentStatuses } from "#features/patients/contract.ts";

export const sortOptions = [
  { value: "", label: "Newest first" },
  { value: "hospital-asc", label: "Hospital A-Z" },
  { value: "hospital-desc", label: "Hospital Z-A" },
];

export const paymentOptions = [{ value: "", label: "All Payments" }, ...paymentStatuses];

export const admissionOptions = [{ value: "", label: "All Patients" }, ...admissionStatuses];
