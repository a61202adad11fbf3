import * as z from "zod/mini";
import { sexes } from "#features/patients/contract.ts";
import { optionalPhilHealthNumber } from "#shared/clinical/philhealth-number.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalDay, optionalLine } from "#shared/formats/fields.ts";

const text = z.nullable(z.string());

/** What is known so far of the patient who is being registered. */
export const DuplicateQuestion = z.partial(
  z.strictObject({
    patientName: optionalLine(255),
    birthday: optionalDay,
    contactNumber: optionalLine(50),
    philhealthNumber: optionalPhilHealthNumber,
  }),
);
export type DuplicateQuestion = z.output<typeof DuplicateQuestion>;

const traits = ["name", "birthday", "phone", "philhealth"] as const;
/** What two records have in common, in words. */
export const traitLabels: Record<(typeof traits)[number], string> = {
  name: "Similar name",
  birthday: "Same birthday",
  phone: "Same phone",
  philhealth: "Same PhilHealth number",
};

/** A patient who is probably registered already. Masked for users who may not view patients: see `isMasked`. */
export const LikelyDuplicate = z.object({
  id: z.nullable(Id),
  patientName: z.string(),
  /** Only the year when masked. */
  birthday: text,
  age: z.nullable(z.int()),
  sex: z.nullable(z.enum(sexes)),
  admissionNo: text,
  hospital: text,
  lastVisitAt: text,
  isArchived: z.nullable(z.boolean()),
  isMasked: z.boolean(),
  matches: z.array(z.enum(traits)),
});
export type LikelyDuplicate = z.output<typeof LikelyDuplicate>;
/** POST, so that names are not in URLs. Creates nothing. */
export const findDuplicates = endpoint({
  method: "POST",
  path: "/api/patients/duplicates",
  access: { any: ["add_patients"] },
  audit: "patient.duplicates",
  changes: [],
  body: DuplicateQuestion,
  response: z.array(LikelyDuplicate),
});
