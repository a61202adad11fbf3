import type { ClinicSettings } from "#features/clinics/contract.ts";
import type { Medication, Prescription } from "#features/prescriptions/contract.ts";

/** Records for the tests of screens, whole as the contracts want them, with what a test is about put in. */
export const aMedication = (put: Partial<Medication> = {}): Medication => ({
  name: "furosemide",
  genericName: null,
  brandName: "Lasix",
  strength: "20 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD, morning",
  duration: "30 days",
  instructions: null,
  ...put,
});

export const aPrescription = (put: Partial<Prescription> = {}): Prescription => ({
  id: 1842,
  patientId: 7,
  clinicId: 1,
  status: "final",
  preparedByName: "Rafael Peñaflor",
  physicianName: "Rafael Peñaflor",
  physicianLicense: "0098412",
  physicianSpecialization: null,
  physicianPTR: null,
  physicianS2: null,
  patientAddress: null,
  medications: [aMedication()],
  diagnosis: "Congestive heart failure",
  additionalInstructions: "Low-salt diet.",
  prescriptionDate: "2026-10-16",
  allergyReason: null,
  createdAt: "2026-10-16T02:00:00.000Z",
  releasedAt: "2026-10-16T02:00:00.000Z",
  ...put,
});

export const clinicOnPaper: ClinicSettings = {
  id: 1,
  name: "Peñaflor Heart Clinic",
  subdomain: "penaflor",
  logoUrl: null,
  primaryColor: "#2b4d8c",
  address: "Osmeña Blvd., Cebu City",
  phone: "+63322550142",
  email: null,
  setupFee: "0.00",
  monthlyFee: "1000.00",
  isActive: true,
  subscriptionStatus: "trial",
  trialEndsAt: null,
  bedCapacity: 50,
  triplicateUntil: null,
  requiresSecondFactor: false,
  queueHasVitals: true,
  queueHasPayment: true,
  isVatRegistered: false,
  tin: null,
  adultRanges: null,
};
