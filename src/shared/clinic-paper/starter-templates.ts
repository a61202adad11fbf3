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

type TemplateWords = { name: string; title: string; body: string };

const seen = "This is to certify that {patient}, {age}, {sex},";

export const starterTemplates: Record<CertificateKind, TemplateWords> = {
  medical_certificate: {
    name: "Medical certificate",
    title: "Medical Certificate",
    body: `${seen} was seen and examined in this clinic on {date}.

Diagnosis: {diagnosis}

Findings: {findings}

The patient is advised to rest for {days}, from {from} to {to}.

Remarks: {remarks}

This certificate is issued at the patient's request for {purpose}.
This certificate is not meant for medico-legal use.`,
  },
  fit_to_work: {
    name: "Fit to work",
    title: "Certificate of Fitness to Work",
    body: `${seen} was examined in this clinic on {date} and found fit to work.

Diagnosis: {diagnosis}

The patient may return to work on {from}.

Restrictions and remarks: {remarks}

This certificate is issued at the patient's request for {purpose}.`,
  },
  fit_to_school: {
    name: "Fit for school",
    title: "Certificate of Fitness for School",
    body: `${seen} was examined in this clinic on {date} and found fit to attend classes.

Diagnosis: {diagnosis}

The patient may return to school on {from}.

Activities to avoid, and remarks: {remarks}

This certificate is issued at the request of the patient or guardian for {purpose}.`,
  },
  clearance_employment: {
    name: "Clearance, pre-employment",
    title: "Pre-Employment Medical Clearance",
    body: `${seen} underwent a medical examination in this clinic on {date}.

Employer and position: {purpose}

Findings: {findings}

Assessment: {diagnosis}

At the time of this examination the patient was found physically fit for employment.

Remarks: {remarks}`,
  },
  clearance_surgery: {
    name: "Clearance, pre-operative",
    title: "Pre-Operative Medical Clearance",
    body: `${seen} was evaluated in this clinic on {date} before a planned procedure.

Procedure: {purpose}

Findings: {findings}

Assessment: {diagnosis}

At the time of this evaluation the patient is cleared for the procedure.

Recommendations: {remarks}`,
  },
};
