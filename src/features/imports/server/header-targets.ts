import {
  fieldOf,
  type ImportKind,
  type ImportTarget,
  isImportTarget,
  listFields,
  type TargetOf,
} from "#features/imports/import-fields.ts";
import { type ListField, patientField } from "#features/patients/patient-fields.ts";
import { fold } from "#shared/formats/name-search.ts";
import { fieldsWithUnits, isConverted, withoutUnits } from "./values/units.ts";

/** Headers of a patient's fields besides their labels. */
const fieldWords: Partial<Record<ListField, string>> = {
  admissionNo:
    "admissionno admissionnumber patientno patientnumber patientid chartno chartnumber recordno recordnumber hospitalno hospitalnumber caseno casenumber mrn fileno folderno clinicno registrationno patientcode pinno id idno",
  hospital: "hospital ospital clinic hospitalname facility",
  age: "age edad gulang ageyrs ageyears",
  ageToldOn: "ageasof ageason ageon",
  sex: "sex gender kasarian mf sexmf sexgender sexatbirth sexassignedatbirth",
  birthday:
    "birthday birthdate dateofbirth dob bday bdate kaarawan kapanganakan petsangkapanganakan arawngkapanganakan birth",
  contactNumber:
    "phone contact contactno contactnumber contactnos mobile mobileno mobilenumber cp cpno cpnumber cellphone cellphoneno cell cellno tel telno telephone telephoneno telepono phoneno phonenumber cel celno celphone celphoneno mobilephone mobilephoneno contactdetails contactinfo numero numerongtelepono",
  email: "email emailaddress emailadd mail",
  philhealthNumber:
    "philhealth philhealthno philhealthnumber phic phicno pin philhealthid philhealthpin phicpin",
  occupation: "work job profession trabaho hanapbuhay",
  address:
    "address tirahan homeaddress completeaddress addr residence lugar street housestreet purok sitio barangay brgy city municipality citymunicipality town province zipcode",
  gestationDays:
    "gestationatbirth gestationdays gestationalage gestationalageatbirth ageofgestationatbirth aogatbirth gaatbirth weeksatbirth",
  allergies: "allergies allergy alerhiya knownallergies",
  physicianInCharge: "physician doctor attendingphysician attending doktor physicianincharge",
  preopDiagnosis: "diagnosis dx impression assessment preopdiagnosis karamdaman sakit",
  surgicalProcedure: "procedure operation surgicalprocedure surgery operasyon",
  chiefComplaint: "chiefcomplaint complaint complaints cc reklamo daing",
  amount: "amount fee professionalfee pf bayad halaga charge total",
  referringPhysician: "referringphysician referredby referringdoctor referral",
  remarks: "remarks notes note comment comments puna tala memo",
};

/** Folded headers in English and Filipino, the clearest first. */
const patientWords: Partial<Record<ImportTarget, string>> = {
  "name.comma":
    "name patientname nameofpatient patient fullname completename pangalan pangalanngpasyente pasyente clientname client nameofpatients patientsname",
  lastName: "lastname surname familyname apelyido lname last",
  firstName: "firstname givenname givennames unangpangalan fname first given",
  middleName: "middlename mi middleinitial gitnangpangalan mname middle gitnangapelyido",
  suffix: "suffix ext extension nameextension extname namesuffix extensionname",
  ageSex: "agesex sexage ageandsex agegender edadkasarian",
  recordStatus:
    "recordstatus deceased isdeceased died dead death dateofdeath deathdate datedied patay petsangpagkamatay",
  ...Object.fromEntries(
    listFields.map((name) => {
      const { label } = patientField(name);
      return [name, `${fieldWords[name] ?? ""} ${fold(label)}`];
    }),
  ),
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
    bloodSugar: "cbg bloodsugar hgt rbs cbgmgdl glucometer",
  },
};

export type Known = { target: ImportTarget; place: number };

/** By word; the place tells how clearly a word names its target, the clearest first. */
const wordsOf = (kind: ImportKind): ReadonlyMap<string, Known> =>
  new Map(
    Object.entries(words[kind]).flatMap(([target, known]) =>
      isImportTarget(target, kind)
        ? [...new Set(known.split(" "))]
            .filter(Boolean)
            .map((word, place) => [word, { target: target as ImportTarget, place }] as const)
        : [],
    ),
  );
const targetOfWord = { patients: wordsOf("patients"), consultations: wordsOf("consultations") };

/** The form in which headers are compared and stored. */
export const headerKey = (header: string): string => fold(header).slice(0, 100);

/** Words of a header that do not change what it names. */
const QUALIFIERS = new Set(
  "pt pts px patient patients client clients complete full home present current permanent residential primary main active the of s your ng mm dd yy yyyy required years yrs kg cm 1 value".split(
    " ",
  ),
);
/** What a header with one of these names is of somebody or something else. */
const OTHERS = new Set(
  "mother mothers father fathers spouse spouses husband husbands wife wifes partner partners guardian guardians parent parents son sons daughter daughters brother brothers sister sisters sibling siblings grandmother grandfather caregiver caregivers carer companion emergency kin relative relatives informant person employer company office work school insurance hmo payer payor sponsor pharmacy referrer nanay tatay asawa anak kapatid lola lolo bantay magulang ina ama philhealth member members place lugar hospital clinic doctor doctors physician physicians maiden encoder created updated".split(
    " ",
  ),
);
/** What is before these is no longer what the header names: "Last Visit Date". */
const ORDERS = new Set("last first next middle previous prior past former old".split(" "));
/** What is behind these was not measured or found at the visit: "Birth Weight", "Target BP", "Differential Diagnosis". */
const OTHER_TIMES = new Set(
  "birth target goal ideal dry baseline prepregnancy pregravid differential stopped discontinued".split(" "),
);
/** The words that say what a longer header names when they end it: "Usual Mobile No." is a phone. */
const HEADS = new Set(
  "address tirahan birthday birthdate dateofbirth dob bday kaarawan sex gender kasarian phone phoneno mobile mobileno mobilephone cellphone cellphoneno celno cellno cpno telno telephone telephoneno contactno email emailaddress emailadd diagnosis dx impression allergies allergy remarks notes comments complaint complaints findings medications medicines bp temperature weight height".split(
    " ",
  ),
);

/** A header's words, with "#", "Nos." and "number" as "no". */
const headerWords = (header: string): string[] =>
  header
    .replaceAll("#", " no ")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(fold)
    .filter(Boolean)
    .map((word) => (/^(?:nos|num|numbers?)$/.test(word) ? "no" : word));

/** What a header names, by itself; the lower `place`, the clearer. Of two columns, the one in the stored unit is it. */
export function namedByHeader(header: string, kind: ImportKind): Known | null {
  const named = nameOf(header, kind);
  return named && isConverted(header, fieldOf(named.target)) ? { ...named, place: named.place + 50 } : named;
}

function nameOf(header: string, kind: ImportKind): Known | null {
  const known = targetOfWord[kind];
  const bare = header.replace(/\(.*?\)/g, "");
  const whole = known.get(headerKey(bare)) ?? known.get(headerKey(header));
  if (whole) return whole;
  if (header.length > 100) return null;
  const parts = headerWords(bare);
  const joined = known.get(parts.join(""));
  if (joined) return joined;
  const naming = parts.filter((word) => !QUALIFIERS.has(word));
  const qualified = known.get(naming.join(""));
  if (qualified && !parts.some((word) => OTHERS.has(word)))
    return { ...qualified, place: qualified.place + 100 };
  if (parts.some((word) => OTHERS.has(word) || ORDERS.has(word))) return null;
  // "Weight lbs", "Age in months".
  for (const field of fieldsWithUnits) {
    const left = withoutUnits(bare, field)?.filter((word) => word !== "in" && !QUALIFIERS.has(word));
    const found = known.get(left?.join("") ?? "");
    if (found && found.target === field) return { ...found, place: found.place + 100 };
  }
  for (let from = 1; from < naming.length; from += 1) {
    if (OTHER_TIMES.has(naming[from - 1] ?? "")) return null;
    const head = naming.slice(from).join("");
    const found = HEADS.has(head) ? known.get(head) : undefined;
    if (found) return { ...found, place: found.place + 200 };
  }
  return null;
}

/** The target by the header only. */
export const targetOfHeader = (header: string, kind: ImportKind): ImportTarget | null =>
  namedByHeader(header, kind)?.target ?? null;

/** The headers of a table that Klinika wrote itself. */
const OWN = ["admissionno", "patientname"];
/** Columns of such a table that say nothing about the patient, or what the new clinic decides. */
const OWN_STATE = new Set(
  "id version paymentstatus status admissionstatus patientstatus consultationstatus consultationcompletedat phicpayment isarchived archivedat clinicid globalpatientid issharedpatient originalclinicid createdat updatedat registeredby lastconsultationat visitdiagnosedat owndiagnosedat isbilled patientphoto photoversion laboratoryfiles imagingfiles otherfiles followupdate appointmenttime".split(
    " ",
  ),
);

/** Of an archive's table of consultations, which names the patient beside their id. */
const OWN_CONSULTATIONS = ["patient", "patientid", "consultationtype", "createdat"];
/** Its columns that are read under other words, or not at all: null. */
const ownConsultations: Readonly<Record<string, TargetOf["consultations"] | null>> = {
  patient: "name.comma",
  createdat: "visitDay",
  vitalsigns: "vitalSigns",
  ...Object.fromEntries(
    "id patientid secretary consultationtype isintake vitalsinerrorat vitalsinerrorby vitalsinerrorreason vitalsfromid inerrorat inerrorby inerrorreason confidentialto practitionerid"
      .split(" ")
      .map((key) => [key, null]),
  ),
};

/** Whether it is an archive's table of consultations. */
export function isOwnConsultations(headers: readonly string[]): boolean {
  const keys = new Set(headers.map(headerKey));
  return OWN_CONSULTATIONS.every((own) => keys.has(own));
}

/** What a column of an archive's table of consultations is; undefined where its header says so. */
export const ownConsultationTarget = (headers: readonly string[], index: number) => {
  const key = headerKey(headers[index] ?? "");
  return isOwnConsultations(headers) && Object.hasOwn(ownConsultations, key)
    ? ownConsultations[key]
    : undefined;
};

/** Whether Klinika exported the list: its cells then hold stored values, which are taken as they are. */
export function isOwnExport(headers: readonly string[]): boolean {
  const keys = new Set(headers.map(headerKey));
  return OWN.every((own) => keys.has(own));
}

/** The columns before those of a list that were not imported and is sent again. */
const CORRECTED = ["row", "state", "problem"];

const isCorrected = (headers: readonly string[]) =>
  CORRECTED.every((own, at) => headerKey(headers[at] ?? "") === own);

/** The headers without those. */
export const listHeaders = (headers: readonly string[]): readonly string[] =>
  isCorrected(headers) ? headers.slice(CORRECTED.length) : headers;

/** Columns that Klinika added itself, which are no part of a patient. */
export function isOwnColumn(headers: readonly string[], index: number): boolean {
  if (isCorrected(headers) && index < CORRECTED.length) return true;
  if (ownConsultationTarget(headers, index) === null) return true;
  return isOwnExport(headers) && OWN_STATE.has(headerKey(headers[index] ?? ""));
}

/** Only in consultations; a patient's row may also have the day of a visit. */
const ofConsultations = ["treatment", "medications", "physicalExamination", "bloodPressure", "diagnosis"];

/** The kind of a list by its headers. */
export function kindOfHeaders(headers: readonly string[]): ImportKind {
  if (isOwnConsultations(headers)) return "consultations";
  const found = new Set(headers.map((header) => targetOfHeader(header, "consultations")));
  return found.has("visitDay") && ofConsultations.some((target) => found.has(target as ImportTarget))
    ? "consultations"
    : "patients";
}
