/** A body that would be accepted for an own record, so that only a foreign id can refuse it. */
export const acceptedBodies: Record<string, unknown> = {
  "POST /api/patients/:id/refer": { toClinicId: 1, referralReason: "Echocardiography" },
  "POST /api/patients/:id/referral-letter": {
    toClinicName: "Dr. Santos",
    referralReason: "Echocardiography",
  },
  "POST /api/referrals/:id/decline": {},
  "PATCH /api/secretaries/:id/permissions": { permissions: ["view_patients"] },
  "PATCH /api/tasks/:id": { title: "changed from next door" },
  "PATCH /api/prescription-favourites/:id": { name: "changed from next door" },
  "PATCH /api/clinic/custom-fields/:id": { fieldName: "changed from next door" },
  "PATCH /api/patients/:id": { remarks: "changed from next door" },
  "POST /api/patients/:id/consultation": { vitalSigns: { pulse: 80 } },
  "POST /api/consultations/:id/addenda": { text: "written from next door" },
  "POST /api/patients/:id/consultation-records": { chiefComplaint: "Fever" },
  "PATCH /api/consultation-records/:id": { managementPlan: "written from next door" },
  "POST /api/patients/:id/prescription": {
    physicianName: "Rafael Peñaflor",
    physicianLicense: "0098412",
    medications: [{ name: "amoxicillin", dosage: "1 cap", frequency: "TID", duration: "7 days" }],
  },
};
