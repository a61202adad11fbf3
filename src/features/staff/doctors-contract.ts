import * as z from "zod/mini";
import { ProfileDraft } from "#features/accounts/contract.ts";
import { prescriber } from "#shared/current-user.ts";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { optionalDay, optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { StaffDraft, TemporaryPassword } from "./contract.ts";

/** A doctor of the clinic: who it is, and what papers say. `id` is the practitioner's. */
export const Doctor = z.object({
  id: Id,
  userId: Id,
  isOwner: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** As papers have it; null: first and last name. */
  printedName: z.nullable(z.string()),
  ...prescriber,
  s2EndsOn: z.nullable(z.string()),
  /** What a queue number begins with. */
  letter: z.string(),
  /** False for an owner who leaves the practice to others. */
  isPractising: z.boolean(),
  /** New notes are confidential unless their author says otherwise. */
  isConfidential: z.boolean(),
  isActive: z.boolean(),
  /** For the owner. `passwordChanged` is false until the temporary password was replaced. */
  account: z.optional(z.object({ email: z.string(), passwordChanged: z.boolean() })),
});
export type Doctor = z.output<typeof Doctor>;

const flag = z.boolean({ error: "Send true or false" });
export const doctorLetter = z.pipe(
  z.pipe(
    z.string({ error: "Enter one or two letters" }),
    z.transform((typed: string) => typed.trim().toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z]{1,2}$/, "Enter one or two letters")),
);

const { licenseNumber, ptrNumber, ptrYear, s2Number, credentials } = ProfileDraft.shape;
const details = {
  specialization: requiredLine("Specialization is required", 255),
  credentials: z.optional(credentials),
  licenseNumber,
  ptrNumber: z.optional(ptrNumber),
  ptrYear: z.optional(ptrYear),
  s2Number: z.optional(s2Number),
  s2EndsOn: z.optional(optionalDay),
};

export const DoctorDraft = z.strictObject({
  email: StaffDraft.shape.email,
  firstName: StaffDraft.shape.firstName,
  lastName: StaffDraft.shape.lastName,
  ...details,
  /** The next free one by default. */
  letter: z.optional(doctorLetter),
  isConfidential: z.optional(flag),
});
export type DoctorDraft = z.output<typeof DoctorDraft>;

/** What the owner corrects. A field that is not sent stays as it is. */
export const DoctorChanges = z.partial(
  z.strictObject({
    firstName: ProfileDraft.shape.firstName,
    lastName: ProfileDraft.shape.lastName,
    ...details,
    // An owner may have none from the sign-up.
    specialization: ProfileDraft.shape.specialization,
    letter: doctorLetter,
    isPractising: flag,
  }),
);
export type DoctorChanges = z.output<typeof DoctorChanges>;

/** What a doctor says of the own practice. */
export const PracticeDraft = z.strictObject({
  printedName: optionalLine(201),
  credentials,
  licenseNumber,
  specialization: ProfileDraft.shape.specialization,
  ptrNumber,
  ptrYear,
  s2Number,
  s2EndsOn: optionalDay,
  letter: doctorLetter,
  isConfidential: flag,
});
export type PracticeDraft = z.output<typeof PracticeDraft>;

/** Everyone who practises or did, by letter. */
export const doctors = endpoint({
  method: "GET",
  path: "/api/doctors",
  access: "member",
  audit: null,
  reads: ["doctors", "users"],
  response: z.array(Doctor),
});
/** The e-mail of an inactive doctor of the clinic reactivates that account, with the same practitioner. */
export const addDoctor = endpoint({
  method: "POST",
  path: "/api/doctors",
  access: "owner",
  audit: "staff.create",
  changes: ["account", "doctors", "staffHistory", "users", "notifications"],
  recentPassword: true,
  body: DoctorDraft,
  response: TemporaryPassword,
  isSecret: true,
});
export const changeDoctor = endpoint({
  method: "PATCH",
  path: "/api/doctors/:id",
  access: "owner",
  audit: "staff.change",
  changes: ["account", "doctors", "staffHistory", "users"],
  // A changed license, PTR or S2 number.
  recentPassword: "of-some-changes",
  body: DoctorChanges,
  response: Doctor,
});
/** Whom a doctor who leaves would leave behind: how many patients are booked from now on, and the next of them. */
export const bookedWithDoctor = endpoint({
  method: "GET",
  path: "/api/doctors/:id/booked",
  access: "owner",
  audit: "patient.list",
  reads: ["appointments", "doctors", "patients"],
  response: z.object({
    count: z.int(),
    next: z.array(z.object({ id: Id, startsAt: z.string(), personName: z.string(), placeName: z.string() })),
  }),
});
/**
 * Ends the account's sessions immediately. Papers keep the name, and booked patients stay booked. `tasksTo`: who gets the
 * open tasks that are assigned to the account. Without it they stay.
 */
export const deactivateDoctor = endpoint({
  method: "DELETE",
  path: "/api/doctors/:id",
  access: "owner",
  audit: "staff.deactivate",
  changes: ["account", "doctors", "staffHistory", "tasks", "users", "sessions"],
  recentPassword: true,
  query: z.object({ tasksTo: z.optional(IdText) }),
  response: z.object({ message: z.string() }),
});
/** A doctor's own. Saved papers stay as they were printed. */
export const savePractice = endpoint({
  method: "PUT",
  path: "/api/practitioners/:id",
  access: "doctor",
  audit: "staff.change",
  changes: ["account", "doctors", "staffHistory", "users"],
  // A changed license, PTR or S2 number.
  recentPassword: "of-some-changes",
  body: PracticeDraft,
  response: Doctor,
});
