import { sql } from "kysely";
import { letterState } from "#features/referrals/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { type FileAnswer, inFileName, pdfAnswer } from "#server/http/file-answer.ts";
import { logoOf } from "#server/pdf/clinic-logo.ts";
import type { Papers } from "#server/pdf/papers.ts";
import { signatureOn } from "#server/pdf/signature.ts";
import { refuseUnreleased } from "#server/signed-papers.ts";
import { ageLabel, SEX_NOT_RECORDED } from "#shared/clinical/age.ts";
import { bornText } from "#shared/clinical/growth/words.ts";
import { allMeasured } from "#shared/clinical/vital-signs.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { formatLongDay, manilaDay } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { givenNameFirst, signedName } from "#shared/formats/printed-names.ts";
import type { drawLetterPdf, Letter } from "./letter-pdf.ts";
import type { SharedRecord } from "./shared-record.ts";

/**
 * A4, named referral-{patient name}-{date}.pdf. It prints the letter as written, however the record has changed
 * since.
 */
export async function printLetter(
  clinic: ClinicScope,
  patientId: number,
  referralId: number,
  papers: Papers,
): Promise<FileAnswer> {
  const row = await findLetter(clinic, patientId, referralId);
  const state = letterState(row);
  if (state === "withdrawn")
    throw new Failure("withdrawn", "This referral was cancelled and can't be printed any more.");
  refuseUnreleased("letter", state);
  const day = manilaDay(new Date(row.dateReferred));
  const [logo, signature] = await Promise.all([logoOf(clinic), signatureOn(clinic, "referrals", referralId)]);
  const bytes = await papers.draw<typeof drawLetterPdf>(
    clinic.id,
    { module: new URL("./letter-pdf.ts", import.meta.url).href, name: "drawLetterPdf" },
    letterOf(row, day),
    { createdAt: new Date(row.dateReferred), logo, signature },
  );
  return pdfAnswer(bytes, `referral-${inFileName(row.patientName)}-${day}`);
}

export async function findLetter(clinic: ClinicScope, patientId: number, referralId: number) {
  const row = await clinic.db
    .selectFrom("referrals as letter")
    .innerJoin("clinics as own", "own.id", "letter.clinicId")
    .leftJoin("users as doctor", (join) =>
      join
        .onRef("doctor.clinicId", "=", "letter.clinicId")
        .on((eb) => eb("doctor.id", "=", eb.fn.coalesce("letter.releasedById", "letter.referringDoctorId"))),
    )
    .leftJoin("practitioners as practitioner", (join) =>
      join
        .onRef("practitioner.clinicId", "=", "letter.clinicId")
        .onRef("practitioner.userId", "=", "doctor.id"),
    )
    .select([
      "letter.id",
      "letter.patientName",
      "letter.age",
      "letter.sex",
      "letter.toClinicName",
      "letter.toAddress",
      "letter.referralReason",
      "letter.referralNotes",
      // Whoever releases it signs it.
      sql<string>`case when letter.released_by_id is null then letter.referring_first_name else doctor.first_name end`.as(
        "signedFirstName",
      ),
      sql<string>`case when letter.released_by_id is null then letter.referring_last_name else doctor.last_name end`.as(
        "signedLastName",
      ),
      "letter.awaitsRelease",
      "letter.consentBy",
      "letter.consentAt",
      "letter.dateReferred",
      "letter.shared",
      "letter.status",
      "own.name as clinicName",
      "own.address as clinicAddress",
      "own.phone as clinicPhone",
      "own.email as clinicEmail",
      "practitioner.licenseNumber",
      "practitioner.specialization",
      "practitioner.credentials",
      "practitioner.printedName",
    ])
    .where("letter.clinicId", "=", clinic.id)
    .where("letter.patientId", "=", patientId)
    .where("letter.id", "=", referralId)
    .where("letter.side", "=", "sent")
    .executeTakeFirstOrThrow(() => notFound("Referral"));
  return { ...row, shared: row.shared as SharedRecord };
}

type LetterRow = Awaited<ReturnType<typeof findLetter>>;

/** What a letter tells of who the patient is and of allergies. */
export function headOfLetter(
  { patientName: name, age, sex }: Pick<LetterRow, "patientName" | "age" | "sex">,
  { birthday, allergies }: Pick<SharedRecord["patient"], "birthday" | "allergies">,
  day: string,
) {
  const inYears = ageLabel({ birthday, age }, day);
  const inWords = sex === null ? SEX_NOT_RECORDED : sex === "F" ? "Female" : "Male";
  return {
    name,
    ageAndSex: [inYears, inWords].filter(Boolean).join(" / "),
    allergies: `allergies: ${allergies ?? "not recorded"}`,
  };
}

function letterOf(row: LetterRow, day: string): Letter {
  const { shared } = row;
  const { patient, vitals } = shared;
  return {
    clinic: {
      name: row.clinicName,
      lines: [row.clinicAddress, row.clinicPhone && formatPhone(row.clinicPhone), row.clinicEmail].flatMap(
        (line) => line || [],
      ),
    },
    date: formatLongDay(day),
    to: [row.toClinicName, ...(row.toAddress ? [row.toAddress] : [])],
    patient: {
      name: row.patientName,
      ageAndSex: headOfLetter(row, patient, day).ageAndSex,
      birthday:
        patient.birthday &&
        [formatLongDay(patient.birthday), bornText(patient, day)].filter(Boolean).join(", "),
    },
    opening: `Respectfully referring ${givenNameFirst(row.patientName)} for your evaluation and management.`,
    parts: [
      { label: "Reason for referral", text: row.referralReason },
      { label: "Notes", text: row.referralNotes },
      { label: "Pregnancy", text: shared.pregnancy ?? null },
      { label: "Allergies", text: patient.allergies ?? "Not recorded" },
      { label: "Current medicines", text: shared.currentMedicines ?? null },
      { label: "Chief complaint", text: patient.chiefComplaint },
      { label: "Diagnosis", text: otherDiagnosis(shared) },
      { label: "Pre-op diagnosis", text: patient.preopDiagnosis },
      { label: "Surgical procedure", text: patient.surgicalProcedure },
      { label: "Post-op diagnosis", text: patient.postopDiagnosis },
      { label: "Latest vital signs", text: vitals && vitalsInWords(vitals) },
      {
        label: "Consent to this referral",
        text:
          row.consentBy && row.consentAt
            ? `${row.consentBy}, ${formatLongDay(manilaDay(new Date(row.consentAt)))}`
            : "Not recorded",
      },
    ].filter((part): part is Letter["parts"][number] => part.text !== null),
    doctor: {
      name: signedName({
        firstName: row.signedFirstName,
        lastName: row.signedLastName,
        printedName: row.printedName,
        credentials: row.credentials,
      }),
      lines: [
        ...(row.specialization ? [row.specialization] : []),
        `PRC License No. ${row.licenseNumber || "not given"}`,
      ],
    },
    reference: `Referral ${row.id}`,
  };
}

/** The last consultation's; the record's own ones have lines of their own. */
const otherDiagnosis = ({ diagnosis, patient }: SharedRecord) =>
  diagnosis && diagnosis !== patient.preopDiagnosis && diagnosis !== patient.postopDiagnosis
    ? diagnosis
    : null;

const vitalsInWords = ({ vitalSigns, takenAt }: NonNullable<SharedRecord["vitals"]>): string =>
  `${allMeasured(vitalSigns)} (${formatLongDay(manilaDay(new Date(takenAt)))})`;
