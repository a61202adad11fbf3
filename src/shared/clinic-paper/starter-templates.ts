/** The certificates that every clinic has, with Klinika's wording. A clinic can create its own templates. */
export const certificateKinds = [
  "medical_certificate",
  "fit_to_work",
  "fit_to_school",
  "clearance_employment",
  "clearance_surgery",
] as const;
type CertificateKind = (typeof certificateKinds)[number];

export const requestKinds = ["laboratory_request", "imaging_request"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** `own`: from a template of the clinic. */
export const paperKinds = [...certificateKinds, ...requestKinds, "own"] as const;
export type PaperKind = (typeof paperKinds)[number];

export const isRequest = (kind: string): kind is RequestKind => requestKinds.some((known) => known === kind);
export const isCertificate = (kind: string): kind is CertificateKind =>
  certificateKinds.some((known) => known === kind);

export const requestTitles: Record<RequestKind, string> = {
  laboratory_request: "Laboratory Request",
  imaging_request: "Imaging Request",
};

type TemplateWords = {
  name: string;
  title: string;
  body: string;
  /** What it says of a patient of whom no consultation is recorded: nothing of an examination. */
  unseen: string;
};

const certified = "This is to certify that {patient}, {age}, {sex},";

const starter = (
  name: string,
  title: string,
  { seen, unseen, rest }: { seen: string; unseen: string; rest: string },
): TemplateWords => ({
  name,
  title,
  body: `${certified} ${seen}\n\n${rest}`,
  unseen: `${certified} ${unseen}\n\n${rest}`,
});

export const starterTemplates: Record<CertificateKind, TemplateWords> = {
  medical_certificate: starter("Medical certificate", "Medical Certificate", {
    seen: "was seen and examined in this clinic on {visit}.",
    unseen: "is a patient of this clinic.",
    rest: `Diagnosis: {diagnosis}

Findings: {findings}

The patient is advised to rest for {days}, from {from} to {to}.

Remarks: {remarks}

This certificate is issued at the patient's request for {purpose}.
This certificate is not meant for medico-legal use.`,
  }),
  fit_to_work: starter("Fit to work", "Certificate of Fitness to Work", {
    seen: "was examined in this clinic on {visit} and found fit to work.",
    unseen: "is a patient of this clinic and fit to work.",
    rest: `Diagnosis: {diagnosis}

The patient may return to work on {from}.

Restrictions and remarks: {remarks}

This certificate is issued at the patient's request for {purpose}.`,
  }),
  fit_to_school: starter("Fit for school", "Certificate of Fitness for School", {
    seen: "was examined in this clinic on {visit} and found fit to attend classes.",
    unseen: "is a patient of this clinic and fit to attend classes.",
    rest: `Diagnosis: {diagnosis}

The patient may return to school on {from}.

Activities to avoid, and remarks: {remarks}

This certificate is issued at the request of the patient or guardian for {purpose}.`,
  }),
  clearance_employment: starter("Clearance, pre-employment", "Pre-Employment Medical Clearance", {
    seen: "underwent a medical examination in this clinic on {visit} and was found physically fit for employment.",
    unseen: "is a patient of this clinic and physically fit for employment.",
    rest: `Employer and position: {purpose}

Findings: {findings}

Assessment: {diagnosis}

Remarks: {remarks}`,
  }),
  clearance_surgery: starter("Clearance, pre-operative", "Pre-Operative Medical Clearance", {
    seen: "was evaluated in this clinic on {visit} before a planned procedure, and is cleared for it.",
    unseen: "is a patient of this clinic, and is cleared for a planned procedure.",
    rest: `Procedure: {purpose}

Findings: {findings}

Assessment: {diagnosis}

Recommendations: {remarks}`,
  }),
};
