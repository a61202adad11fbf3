/** For tests: a consultation as the API takes it, of a child on the fourth day of a fever. */
export const aConsultation = (patientId: number) => ({
  patientId,
  chiefComplaint: "Fever, day 4; platelet count",
  historyOfPresentIllness: '{"fever":true,"feverOnset":"four days ago"}',
  vitalSigns: '{"bloodPressure":"92/58","temperature":38.9,"pulse":128,"weight":"24.5"}',
  diagnosis: "Dengue fever with warning signs",
  treatment: "Oral rehydration; platelet count tonight",
  followUpDate: "2026-11-21",
  consultationType: "General",
});
