import type {
  PlatformClinic,
  PlatformMessage,
  PlatformStats,
  PlatformUser,
} from "#features/platform/contract.ts";

/** The server's responses to the administrator, for screen tests. */
export const aPlatformClinic = (changed: Partial<PlatformClinic> = {}): PlatformClinic => ({
  id: 1001,
  name: "Peñaflor Heart Clinic",
  subdomain: "penaflor-heart",
  logoUrl: null,
  primaryColor: "#2B4D8C",
  setupFee: "0.00",
  monthlyFee: "1299.50",
  isActive: true,
  subscriptionStatus: "active",
  trialEndsAt: null,
  address: null,
  phone: null,
  email: null,
  createdAt: "2026-03-03T17:00:00Z",
  updatedAt: "2026-03-03T17:00:00Z",
  userCount: 5,
  patientCount: 1204,
  owner: {
    firstName: "Rafael",
    lastName: "Peñaflor",
    email: "rafael@penaflorheart.ph",
    licenseNumber: "0098412",
  },
  verifiedAt: "2026-03-04T02:00:00Z",
  ...changed,
});

export const aPlatformUser = (changed: Partial<PlatformUser> = {}): PlatformUser => ({
  id: 1002,
  firstName: "Marites",
  lastName: "Bañez",
  email: "marites@penaflorheart.ph",
  role: "secretary",
  clinicId: 1001,
  clinicName: "Peñaflor Heart Clinic",
  isActive: true,
  ...changed,
});

export const aPlatformMessage = (changed: Partial<PlatformMessage> = {}): PlatformMessage => ({
  id: 1003,
  kind: "contact",
  clinicId: null,
  name: "Dr. Ana Reyes",
  email: "ana@reyes.test",
  phone: "0917 555 0100",
  clinic: "Reyes Clinic",
  subject: "Moving from paper",
  message: "How long does it take?",
  createdAt: "2026-11-20T01:42:00Z",
  handledAt: null,
  ...changed,
});

export const platformFigures = (changed: Partial<PlatformStats> = {}): PlatformStats => ({
  totalClinics: 3,
  totalUsers: 18,
  totalPatients: 1998,
  trialClinics: 1,
  paidClinics: 2,
  activeClinics: 2,
  monthlyRevenue: "2299.50",
  ...changed,
});
