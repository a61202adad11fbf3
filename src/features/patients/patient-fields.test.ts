import { expect, test } from "vitest";
import { fieldsWhere, type PatientField, type PatientFieldName } from "./patient-fields.ts";

const specified = "a column of the specification";
const shortExport = "the export is a short list; the archive has everything";
const ofStay = "of the current stay, which is typed when the patient is admitted";
const fromElsewhere = "it follows from other entries";
const attached = "files are attached by their own calls";
const named = "it is how people find and call the patient, and is never empty";
const encounter = "FHIR has visits and consultations as Encounter";
const condition = "FHIR has diagnoses as Condition";
const inClinicOnly = "for the clinic only";

/** Fields that are not where the other fields are, each with the reason. */
const leftOut: {
  [place: string]: {
    has: (field: PatientField) => boolean;
    without: Partial<Record<PatientFieldName, string>>;
  };
} = {
  "what people enter": {
    has: ({ isDerived }) => !isDerived,
    without: {
      ageToldOn: "the day on which the age was typed",
      importedOn: "the day of the import",
      followUpDate: fromElsewhere,
      patientPhoto: "sent by its own call",
      consultationStatus: fromElsewhere,
      consultationCompletedAt: fromElsewhere,
      isArchived: "set by its own calls",
    },
  },
  responses: {
    has: ({ shownIn }) => shownIn !== "history",
    without: { ageToldOn: "in ageTold, with the age as it was told", importedOn: "only figures need it" },
  },
  "rows of lists": {
    has: ({ shownIn }) => shownIn === undefined,
    without: {
      ageToldOn: "in ageTold",
      importedOn: "only figures need it",
      historyOfPresentIllness: "up to 200,000 characters",
      dateOfDischarge: "the list of admissions has it",
      internalNotes: "up to 200,000 characters",
      laboratoryFiles: attached,
      imagingFiles: attached,
      otherFiles: attached,
      customFields: "up to 200 texts",
    },
  },
  "the text inputs of forms": {
    has: ({ isDerived, inForms }) => !isDerived && inForms !== false,
    without: {
      ageToldOn: "derived",
      importedOn: "derived",
      followUpDate: "derived",
      patientPhoto: "derived",
      consultationStatus: "derived",
      consultationCompletedAt: "derived",
      isArchived: "derived",
      gestationDays: "entered under Growth, in weeks and days",
      laboratoryFiles: "uploaded",
      imagingFiles: "uploaded",
      otherFiles: "uploaded",
      customFields: "an input each",
    },
  },
  "the added columns of the export": {
    has: ({ detail, inExport }) => detail !== undefined || inExport === true,
    without: {
      admissionNo: specified,
      hospital: specified,
      patientName: specified,
      age: specified,
      sex: specified,
      dateOfAdmission: specified,
      admissionStatus: specified,
      paymentStatus: specified,
      amount: specified,
      referringPhysician: specified,
      preopDiagnosis: "the specification's column Diagnosis has the newest",
      postopDiagnosis: "the specification's column Diagnosis has the newest",
      ageToldOn: shortExport,
      importedOn: shortExport,
      allergies: shortExport,
      roomNumber: shortExport,
      dateOfDischarge: shortExport,
      physicianInCharge: shortExport,
      surgicalProcedure: shortExport,
      chiefComplaint: shortExport,
      historyOfPresentIllness: shortExport,
      phicPayment: shortExport,
      remarks: shortExport,
      internalNotes: inClinicOnly,
      patientStatus: shortExport,
      appointmentTime: shortExport,
      followUpDate: shortExport,
      patientPhoto: shortExport,
      laboratoryFiles: shortExport,
      imagingFiles: shortExport,
      otherFiles: shortExport,
      customFields: shortExport,
      consultationStatus: shortExport,
      consultationCompletedAt: shortExport,
      isArchived: shortExport,
    },
  },
  "the search box": {
    has: ({ isSearched }) => isSearched === true,
    without: Object.fromEntries(
      fieldsWhere(({ isSearched }) => !isSearched).map((name) => [
        name,
        "the index of the search has what tells people apart; birthdays and diagnoses are found by their own filters",
      ]),
    ),
  },
  "lists to import": {
    has: ({ list }) => list !== undefined,
    without: {
      patientName: "several columns may be its parts",
      importedOn: "the day of the import",
      roomNumber: ofStay,
      dateOfAdmission: ofStay,
      dateOfDischarge: ofStay,
      admissionStatus: ofStay,
      postopDiagnosis: "a list has one diagnosis",
      historyOfPresentIllness: "it has parts with labels",
      paymentStatus: "from the bills of this clinic",
      phicPayment: "from the bills of this clinic",
      internalNotes: "what a list says goes to the remarks",
      patientStatus: "imported patients are not here today",
      appointmentTime: "booked in the calendar",
      followUpDate: fromElsewhere,
      patientPhoto: "a list has texts only",
      laboratoryFiles: "a list has texts only",
      imagingFiles: "a list has texts only",
      otherFiles: "a list has texts only",
      customFields: "a target each",
      consultationStatus: "imported patients are not here today",
      consultationCompletedAt: "imported patients are not here today",
      isArchived: "the target Record status",
    },
  },
  "what a list fills where it was empty": {
    has: ({ list }) => list === undefined || list.fills !== false,
    without: {
      ageToldOn: "with the age",
      admissionNo: named,
      hospital: named,
      age: "the age of a list is that of its year",
      amount: "from the bills of this clinic",
    },
  },
  "the choices of a merge": {
    has: ({ merge }) => merge === undefined,
    without: {
      admissionNo: "the survivor's stays, and the other's leads to it",
      ageToldOn: "goes with the age",
      importedOn: "the survivor's",
      gestationDays: "filled without a choice",
      allergies: "of both",
      admissionStatus: "that of the record in hospital",
      dateOfDischarge: "goes with the admission status",
      appointmentTime: "the next of both",
      followUpDate: "of the record seen last",
      laboratoryFiles: "of both",
      imagingFiles: "of both",
      otherFiles: "of both",
      customFields: "of both",
      consultationStatus: "of the record seen last",
      consultationCompletedAt: "of the record seen last",
      isArchived: "archived only if both are",
    },
  },
  FHIR: {
    has: ({ fhir }) => fhir !== undefined,
    without: {
      hospital: encounter,
      age: "the birthday says it; an age alone is no birthDate",
      ageToldOn: "the birthday says it",
      importedOn: inClinicOnly,
      allergies: "FHIR has them as AllergyIntolerance",
      roomNumber: encounter,
      dateOfAdmission: encounter,
      dateOfDischarge: encounter,
      physicianInCharge: encounter,
      preopDiagnosis: condition,
      surgicalProcedure: condition,
      postopDiagnosis: condition,
      chiefComplaint: encounter,
      historyOfPresentIllness: "no text of consultations is served",
      admissionStatus: encounter,
      paymentStatus: "no bills are served",
      amount: "no bills are served",
      phicPayment: "no bills are served",
      referringPhysician: "no referrals are served",
      remarks: inClinicOnly,
      internalNotes: inClinicOnly,
      patientStatus: encounter,
      appointmentTime: "FHIR has it as Appointment",
      followUpDate: encounter,
      patientPhoto: "no photos are served",
      laboratoryFiles: "FHIR has them as DocumentReference",
      imagingFiles: "FHIR has them as DocumentReference",
      otherFiles: "FHIR has them as DocumentReference",
      customFields: "no code says what they mean",
      consultationStatus: encounter,
      consultationCompletedAt: encounter,
    },
  },
};

test.each(Object.entries(leftOut))("%s: a field is there, or the reason is named", (_, { has, without }) => {
  expect(Object.keys(without).sort()).toEqual(fieldsWhere((field) => !has(field)).sort());
});
