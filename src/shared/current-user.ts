import * as z from "zod/mini";
import { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { Id } from "#shared/endpoint.ts";
import { permissions, roles } from "#shared/permissions.ts";

/** Shapes of account answers that no form validates. They are not in the contract, which the sign-in page loads. */

/** The doctor's details on prescriptions. */
export const prescriber = {
  licenseNumber: z.nullable(z.string()),
  ptrNumber: z.nullable(z.string()),
  ptrYear: z.nullable(z.int()),
  s2Number: z.nullable(z.string()),
  specialization: z.nullable(z.string()),
  /** After the name: "MD, FPCP". */
  credentials: z.nullable(z.string()),
};

/** The current user, the clinic, and what prefills a prescription. */
export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  /** False until the link that was mailed at sign-up is opened. */
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions as [string, ...string[]])),
  clinicId: z.nullable(Id),
  clinic: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      /** The clinic's color, as it can be read on light backgrounds (shared/brand.ts). */
      brand: z.object({ surface: z.string(), on: z.string(), text: z.string(), ring: z.string() }),
      logoUrl: z.nullable(z.string()),
      /** The clinic's own ranges for adults' vital signs; null for the defaults. */
      adultRanges: z.nullable(AdultRanges),
    }),
  ),
  passwordChanged: z.boolean(),
  /** The clinic is suspended and its data released to its owner, who can only open the export. */
  suspended: z.boolean(),
  isStaffMode: z.boolean(),
  /** If it is required but not on, only the account's security settings can be used. */
  secondFactor: z.object({ isOn: z.boolean(), isRequired: z.boolean() }),
  ...prescriber,
  /** As papers have it, where it is not first and last name. */
  printedName: z.optional(z.string()),
  /** The clinic's doctors who see patients, by letter; only where there are several. */
  doctors: z.optional(z.array(z.object({ id: Id, userId: Id, name: z.string(), letter: z.string() }))),
});
export type CurrentUser = z.output<typeof CurrentUser>;

export const Profile = z.object({ firstName: z.string(), lastName: z.string(), ...prescriber });
export type Profile = z.output<typeof Profile>;
