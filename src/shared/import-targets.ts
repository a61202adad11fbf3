import { fold } from "#shared/formats/names.ts";

/** The kinds of lists: patients, or consultations of registered patients. */
export const importKinds = ["patients", "consultations"] as const;
export type ImportKind = (typeof importKinds)[number];

/** Targets that identify the patient of a row. */
const personTargets = {
  "name.comma": "Name: Last, First Middle",
  "name.first": "Name: First Middle Last",
  "name.last": "Name: Last First Middle",
  lastName: "Last name",
  firstName: "First name",
  middleName: "Middle name",
  suffix: "Suffix (Jr., III)",
  birthday: "Birthday",
  "birthday.month": "Birthday: month first",
  "birthday.day": "Birthday: day first",
  admissionNo: "Admission number",
} as const;

/** Targets of the columns of a list of patients. */
const patientTargets = {
  ...personTargets,
  age: "Age",
  sex: "Sex",
  contactNumber: "Phone",
  email: "Email",
  address: "Address",
  hospital: "Hospital",
  philhealthNumber: "PhilHealth number",
  physicianInCharge: "Physician in charge",
  referringPhysician: "Referring physician",
  chiefComplaint: "Chief complaint",
  preopDiagnosis: "Diagnosis",
  surgicalProcedure: "Surgical procedure",
  amount: "Amount",
  allergies: "Allergies",
  remarks: "Remarks",
} as const;

/** Targets of the columns of a list of consultations. */
const consultationTargets = {
  ...personTargets,
  visitDay: "Date of the visit",
  "visitDay.month": "Date of the visit: month first",
  "visitDay.day": "Date of the visit: day first",
  chiefComplaint: "Chief complaint",
  physicalExamination: "Physical examination",
  diagnosis: "Diagnosis",
  treatment: "Treatment plan",
  medications: "Medications",
  notes: "Notes",
  bloodPressure: "Blood pressure",
  temperature: "Temperature",
  pulse: "Pulse",
  respiratoryRate: "Respiratory rate",
  oxygenSaturation: "Oxygen saturation",
  weight: "Weight",
  height: "Height",
} as const;

type TargetOf = { patients: keyof typeof patientTargets; consultations: keyof typeof consultationTargets };
type ImportTarget = TargetOf[ImportKind];

/** With their labels. */
export const importTargets: { [Kind in ImportKind]: Record<TargetOf[Kind], string> } = {
  patients: patientTargets,
  consultations: consultationTargets,
};

export const isImportTarget = (text: string, kind: ImportKind): boolean =>
  Object.hasOwn(importTargets[kind], text);

const CUSTOM = "custom:";

/** The target of a custom field. */
export const customTarget = (fieldName: string): string => `${CUSTOM}${fieldName}`;

/** The name of a target's custom field, or null. */
export const customFieldOf = (target: string): string | null =>
  target.startsWith(CUSTOM) ? target.slice(CUSTOM.length) : null;

/** Targets that several columns may share: their texts are joined, each with its header. */
export const joinedTargets: readonly string[] = ["remarks", "address", "notes"];

/** Days, for which the user may have to choose the order of day and month. */
export const dayFields: readonly string[] = ["birthday", "visitDay"];

/** The field of a target: both orders of a birthday are the birthday. */
export const fieldOf = (target: string): string =>
  customFieldOf(target) === null ? (target.split(".")[0] ?? target) : target;

/** Folded headers in English and Filipino. */
const patientWords: Partial<Record<ImportTarget, string>> = {
  "name.comma":
    "name patientname nameofpatient patient fullname completename pangalan pangalanngpasyente pasyente clientname client",
  "name.first": "",
  "name.last": "",
  lastName: "lastname surname familyname apelyido lname last",
  firstName: "firstname givenname givennames unangpangalan fname first given",
  middleName: "middlename mi middleinitial gitnangpangalan mname middle gitnangapelyido",
  suffix: "suffix ext extension nameextension extname",
  birthday:
    "birthday birthdate dateofbirth dob bday bdate kaarawan kapanganakan petsangkapanganakan arawngkapanganakan birth",
  "birthday.month": "",
  "birthday.day": "",
  age: "age edad gulang ageyrs ageyears",
  sex: "sex gender kasarian mf sexmf sexgender",
  contactNumber:
    "phone contact contactno contactnumber contactnos mobile mobileno mobilenumber cp cpno cpnumber cellphone cellphoneno cell cellno tel telno telephone telephoneno telepono phoneno phonenumber numero numerongtelepono",
  email: "email emailaddress emailadd mail",
  address: "address tirahan homeaddress completeaddress addr residence lugar barangay",
  admissionNo:
    "admissionno admissionnumber patientno patientnumber patientid chartno chartnumber recordno recordnumber hospitalno hospitalnumber caseno casenumber mrn pinno id idno",
  hospital: "hospital ospital clinic hospitalname facility",
  philhealthNumber: "philhealth philhealthno philhealthnumber phic phicno pin philhealthid",
  physicianInCharge: "physician doctor attendingphysician attending doktor physicianincharge",
  referringPhysician: "referringphysician referredby referringdoctor referral",
  chiefComplaint: "chiefcomplaint complaint complaints cc reklamo daing",
  preopDiagnosis: "diagnosis dx impression assessment preopdiagnosis karamdaman sakit",
  surgicalProcedure: "procedure operation surgicalprocedure surgery operasyon",
  amount: "amount fee professionalfee pf bayad halaga charge total",
  allergies: "allergies allergy alerhiya knownallergies",
  remarks: "remarks notes note comment comments puna tala memo",
};
const words: { [Kind in ImportKind]: Partial<Record<TargetOf[Kind], string>> } = {
  patients: patientWords,
  consultations: {
    ...patientWords,
    visitDay:
      "visit visitdate dateofvisit datevisited date consultationdate dateofconsultation consultdate dateofconsult dateconsulted checkupdate dateofcheckup datechecked encounterdate dateseen petsa petsangkonsulta petsangpagbisita",
    physicalExamination: "physicalexamination physicalexam pe exam examination findings objective",
    diagnosis: "diagnosis dx impression assessment finaldiagnosis karamdaman sakit",
    treatment: "treatment treatmentplan plan management tx gamutan advice",
    medications: "medications medication medicines medicine meds rx prescription gamot drugs",
    notes: "notes note remarks comment comments puna tala memo progressnotes",
    bloodPressure: "bp bloodpressure presyon",
    temperature: "temperature temp t lagnat",
    pulse: "pulse pulserate pr hr heartrate",
    respiratoryRate: "rr respiratoryrate resprate",
    oxygenSaturation: "o2sat spo2 oxygensaturation o2saturation",
    weight: "weight wt weightkg wtkg timbang",
    height: "height ht heightcm htcm taas",
  },
};

const wordsOf = (kind: ImportKind) =>
  new Map(
    Object.entries(words[kind]).flatMap(([target, known]) =>
      isImportTarget(target, kind)
        ? known
            .split(" ")
            .filter(Boolean)
            .map((word) => [word, target as ImportTarget] as const)
        : [],
    ),
  );
const targetOfWord = { patients: wordsOf("patients"), consultations: wordsOf("consultations") };

/** The form in which headers are compared and stored. */
export const headerKey = (header: string): string => fold(header).slice(0, 100);

/** The target by the header only. */
export function targetOfHeader(header: string, kind: ImportKind): ImportTarget | null {
  const known = targetOfWord[kind];
  return known.get(headerKey(header.replace(/\(.*?\)/g, ""))) ?? known.get(headerKey(header)) ?? null;
}

/** Only in consultations; a patient's row may also have the day of a visit. */
const ofConsultations = ["treatment", "medications", "physicalExamination", "bloodPressure", "diagnosis"];

/** The kind of a list by its headers. */
export function kindOfHeaders(headers: readonly string[]): ImportKind {
  const found = new Set(headers.map((header) => targetOfHeader(header, "consultations")));
  return found.has("visitDay") && ofConsultations.some((target) => found.has(target as ImportTarget))
    ? "consultations"
    : "patients";
}
