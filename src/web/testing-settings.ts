import type { ClinicSettings } from "#features/clinics/contract.ts";

/** A clinic's settings for tests. */
export const exampleSettings = (changed: Partial<ClinicSettings> = {}): ClinicSettings => ({
  id: 1,
  name: "Peñaflor Heart Clinic",
  subdomain: "penaflor-heart",
  logoUrl: null,
  primaryColor: "#2B4D8C",
  address: null,
  phone: "+639175550148",
  email: "desk@penaflor.ph",
  setupFee: "0.00",
  monthlyFee: "1000.00",
  isActive: true,
  subscriptionStatus: "trial",
  trialEndsAt: "2026-12-20T02:42:00Z",
  bedCapacity: 50,
  triplicateUntil: null,
  requiresSecondFactor: false,
  queueHasVitals: true,
  queueHasPayment: true,
  isVatRegistered: false,
  tin: null,
  adultRanges: null,
  ...changed,
});
