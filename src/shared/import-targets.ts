import { fold } from "#shared/formats/names.ts";

/** What a column of a list can be imported as. */
export const importTargets = {
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
  age: "Age",
  sex: "Sex",
  contactNumber: "Phone",
  email: "Email",
  address: "Address",
  admissionNo: "Admission number",
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

export type ImportTarget = keyof typeof importTargets;

export const isImportTarget = (text: string): text is ImportTarget => Object.hasOwn(importTargets, text);

const CUSTOM = "custom:";

/** The target of one of the clinic's own fields. */
export const customTarget = (fieldName: string): string => `${CUSTOM}${fieldName}`;

/** Its name; null for any other target. */
export const customFieldOf = (target: string): string | null =>
  target.startsWith(CUSTOM) ? target.slice(CUSTOM.length) : null;

/** What several columns may be imported as: one after another, each with its header. */
export const joinedTargets: readonly string[] = ["remarks", "address"];

/** The patient's own part of a target: both orders of a birthday are the birthday. */
export const fieldOf = (target: string): string =>
  customFieldOf(target) === null ? (target.split(".")[0] ?? target) : target;

/** Folded headers in English and Filipino. */
const words: Record<ImportTarget, string> = {
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

const targetOfWord = new Map(
  Object.entries(words).flatMap(([target, known]) =>
    known
      .split(" ")
      .filter(Boolean)
      .map((word) => [word, target as ImportTarget] as const),
  ),
);

/** A header as it is compared and remembered. */
export const headerKey = (header: string): string => fold(header).slice(0, 100);

/** What a header alone says. */
export const targetOfHeader = (header: string): ImportTarget | null =>
  targetOfWord.get(headerKey(header.replace(/\(.*?\)/g, ""))) ?? targetOfWord.get(headerKey(header)) ?? null;
