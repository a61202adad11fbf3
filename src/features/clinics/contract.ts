import * as z from "zod/mini";
import { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { AdultRangesDraft } from "#shared/clinical/adult-ranges-draft.ts";
import { customFieldTypes, MAX_FIELD_OPTIONS } from "#shared/clinical/custom-fields.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import {
  canBePrinted,
  oneLine,
  optionalDay,
  optionalEmail,
  optionalLine,
  optionalText,
  requiredLine,
} from "#shared/formats/fields.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { MAX_PICTURE_BYTES } from "#shared/pictures.ts";
import { isReservedSubdomain, subdomainPattern } from "#shared/subdomain.ts";

/** The clinic's own record, for its screens and printed papers. Fees are peso decimal strings. */
export const ClinicSettings = z.object({
  id: Id,
  name: z.string(),
  subdomain: z.string(),
  logoUrl: z.nullable(z.string()),
  primaryColor: z.string(),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  setupFee: z.string(),
  monthlyFee: z.string(),
  isActive: z.boolean(),
  subscriptionStatus: z.string(),
  trialEndsAt: z.nullable(z.string()),
  bedCapacity: z.int(),
  /** The last day on which a dangerous drug may print on ordinary paper in triplicate; null for the yellow form. */
  triplicateUntil: z.nullable(z.string()),
  /** Staff without a second factor must set one up first. */
  requiresSecondFactor: z.boolean(),
  /** Whether the queue stops for vital signs, and for payment. */
  queueHasVitals: z.boolean(),
  queueHasPayment: z.boolean(),
  /** Whether bills include VAT, and the TIN that acknowledgements show. */
  isVatRegistered: z.boolean(),
  tin: z.nullable(z.string()),
  /** The clinic's own ranges for adults' vital signs; null for the defaults. */
  adultRanges: z.nullable(AdultRanges),
});
export type ClinicSettings = z.output<typeof ClinicSettings>;

const subdomainWords =
  "Use 3 to 100 lowercase letters, digits and hyphens, with a letter or digit at both ends";

/** E.164 where it parses as a number; else as typed, an extension with it. Empty is null. */
const phone = z.pipe(
  z.nullable(
    z.pipe(
      z.string({ error: "Enter a phone number" }),
      z.pipe(
        z.transform((typed: string) => parsePhone(typed) ?? typed.trim()),
        z.string().check(oneLine, z.maxLength(20, "Use at most 20 characters"), canBePrinted),
      ),
    ),
  ),
  z.transform((number: string | null) => number || null),
);

const bedWords = "Enter a number of beds from 1 to 100,000";

/** As typed, with or without thousands commas, or a number. */
const bedCapacity = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.trim())], { error: bedWords }),
    z.transform((typed: number | string) =>
      typeof typed === "number" ? typed : /^[\d,]+$/.test(typed) ? Number(typed.replaceAll(",", "")) : 0,
    ),
  ),
  z.int({ error: bedWords }).check(z.gte(1, bedWords), z.lte(100_000, bedWords)),
);

/** The fields of the clinic's record that the owner may change. */
export const ClinicDraft = z.strictObject({
  name: requiredLine("Clinic name is required", 255),
  subdomain: z.string({ error: subdomainWords }).check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(3, subdomainWords),
    z.maxLength(100, subdomainWords),
    z.regex(subdomainPattern, subdomainWords),
    z.refine((name) => !isReservedSubdomain(name), "This subdomain is reserved. Please choose another."),
  ),
  address: optionalText(500),
  phone,
  email: optionalEmail("Please enter a valid email address"),
  /** The number that Bed Occupancy is a percentage of. */
  bedCapacity,
  triplicateUntil: optionalDay,
  requiresSecondFactor: z.boolean({ error: "Use true or false" }),
  queueHasVitals: z.boolean({ error: "Use true or false" }),
  queueHasPayment: z.boolean({ error: "Use true or false" }),
  isVatRegistered: z.boolean({ error: "Use true or false" }),
  tin: optionalLine(40),
  /** All of them together; null for the defaults. */
  adultRanges: z.nullable(AdultRangesDraft),
  primaryColor: z
    .string({ error: "Use a hex color such as #2B4D8C" })
    .check(z.regex(/^#[0-9a-fA-F]{6}$/, "Use a hex color such as #2B4D8C")),
});
/** A field that is not sent stays as it is. */
export const ClinicChanges = z.partial(ClinicDraft);
export type ClinicChanges = z.output<typeof ClinicChanges>;

export const clinicSettings = endpoint({
  method: "GET",
  path: "/api/clinic/settings",
  access: "member",
  audit: null,
  reads: ["clinic"],
  response: ClinicSettings,
});
export const saveClinicSettings = endpoint({
  method: "PUT",
  path: "/api/clinic/settings",
  access: "owner",
  audit: null,
  changes: ["clinic", "staffHistory"],
  // Turning `requiresSecondFactor` off, or another subdomain.
  recentPassword: "of-some-changes",
  body: ClinicChanges,
  response: ClinicSettings,
});

/** PNG, JPEG, WebP or GIF of 2 MB at most; stored small, as PNG. */
export const uploadClinicLogo = endpoint({
  method: "POST",
  path: "/api/clinic/upload-logo",
  access: "owner",
  audit: null,
  changes: ["clinic", "storage"],
  withoutPassword: "A picture gives no access.",
  upload: { field: "logo", maxFiles: 1, maxBytes: MAX_PICTURE_BYTES },
  response: ClinicSettings,
});
export const removeClinicLogo = endpoint({
  method: "DELETE",
  path: "/api/clinic/logo",
  access: "owner",
  audit: null,
  changes: ["clinic", "storage"],
  withoutPassword: "A picture gives no access.",
  response: ClinicSettings,
});
/** The logo of the caller's clinic. Browsers may cache it under the name in `logoUrl`. */
export const clinicLogo = endpoint({
  method: "GET",
  path: "/api/clinic/logo",
  access: "member",
  audit: null,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  response: "file",
});

/** Bytes. */
const StorageUse = z.object({ used: z.int(), quota: z.int() });

/** What the clinic has stored, files and records, and its limit. */
export const storageUse = endpoint({
  method: "GET",
  path: "/api/clinic/storage",
  access: "owner",
  audit: null,
  reads: ["storage"],
  response: StorageUse,
});

/** The open request for the full plan; null when there is none. */
export const UpgradeRequest = z.object({ requestedAt: z.nullable(z.string()) });
export type UpgradeRequest = z.output<typeof UpgradeRequest>;

export const upgradeRequest = endpoint({
  method: "GET",
  path: "/api/clinic/upgrade-request",
  access: "owner",
  audit: null,
  reads: ["upgradeRequest"],
  response: UpgradeRequest,
});
export const requestUpgrade = endpoint({
  method: "POST",
  path: "/api/clinic/upgrade-request",
  access: "owner",
  audit: null,
  changes: ["upgradeRequest"],
  response: UpgradeRequest,
});

/** What a new clinic does first; the dashboard lists it until all is done or the owner dismisses it. */
export const SetupSteps = z.object({
  /** Address and phone, which prescriptions print. */
  hasContact: z.boolean(),
  /** The owner's license and PTR numbers. */
  hasLicense: z.boolean(),
  /** The hours of a place were saved: a new place has usual ones. */
  hasHours: z.boolean(),
  /** A service on the price list. */
  hasPrices: z.boolean(),
  hasPatients: z.boolean(),
  hasStaff: z.boolean(),
  hasLogo: z.boolean(),
  /** The owner's own. */
  hasSecondFactor: z.boolean(),
  hasImport: z.boolean(),
  /** Not hidden by the owner, and a step is left besides logo, second factor and import, which are optional. */
  isShown: z.boolean(),
});
export type SetupSteps = z.output<typeof SetupSteps>;

export const setupSteps = endpoint({
  method: "GET",
  path: "/api/clinic/setup-steps",
  access: "owner",
  audit: null,
  reads: ["clinic", "account", "places", "services", "patients", "staff", "secondFactor", "imports"],
  response: SetupSteps,
});
export const dismissSetupSteps = endpoint({
  method: "POST",
  path: "/api/clinic/setup-steps/dismiss",
  access: "owner",
  audit: null,
  changes: ["clinic"],
  withoutPassword: "It hides a list of hints.",
  response: SetupSteps,
});

/** A field that the clinic adds to its patients' records. */
export const CustomField = z.object({
  id: Id,
  fieldName: z.string(),
  fieldType: z.enum(customFieldTypes),
  fieldOptions: z.array(z.string()),
  isRequired: z.boolean(),
  /** From 1. */
  displayOrder: z.int(),
  /** An inactive field is in no form; patients keep its values. */
  isActive: z.boolean(),
  createdAt: z.string(),
});
export type CustomField = z.output<typeof CustomField>;

const option = requiredLine("Leave no option empty", 100);

/** The options of a choice. */
export const FieldOptions = z.array(option).check(
  z.maxLength(MAX_FIELD_OPTIONS, `Use at most ${MAX_FIELD_OPTIONS} options`),
  z.refine(
    (options) => new Set(options.map((text) => text.toLowerCase())).size === options.length,
    "Each option can be listed once",
  ),
);

const customFieldParts = {
  fieldName: requiredLine("Field name is required", 100).check(
    z.refine((name) => /^[\p{L}\p{N}]/u.test(name), "Begin the name with a letter or a digit"),
  ),
  fieldType: z.enum(customFieldTypes, { error: "Choose text, number, date or choice" }),
  fieldOptions: FieldOptions,
  isRequired: z.boolean({ error: "Use true or false" }),
  /** The position in forms, from 1; other fields move. A new field without one is last. */
  displayOrder: z.int({ error: "Use a whole number" }).check(z.gte(1), z.lte(1000)),
  isActive: z.boolean({ error: "Use true or false" }),
} as const;

export const CustomFieldChanges = z.partial(z.strictObject(customFieldParts));
export type CustomFieldChanges = z.output<typeof CustomFieldChanges>;
export const CustomFieldDraft = z.extend(CustomFieldChanges, { fieldName: customFieldParts.fieldName });
export type CustomFieldDraft = z.output<typeof CustomFieldDraft>;

/** All of them in the order of the forms, including inactive ones. */
export const customFields = endpoint({
  method: "GET",
  path: "/api/clinic/custom-fields",
  access: "member",
  audit: null,
  reads: ["customFields"],
  response: z.array(CustomField),
});
export const addCustomField = endpoint({
  method: "POST",
  path: "/api/clinic/custom-fields",
  access: "owner",
  audit: null,
  changes: ["customFields"],
  body: CustomFieldDraft,
  response: CustomField,
});
/** A new name also renames the field in the patients' values and their history. */
export const changeCustomField = endpoint({
  method: "PATCH",
  path: "/api/clinic/custom-fields/:id",
  access: "owner",
  audit: "patient.update",
  changes: ["customFields", "patients", "recordHistory"],
  body: CustomFieldChanges,
  response: CustomField,
});
/** A field with values is deactivated instead, and the response says so. */
export const removeCustomField = endpoint({
  method: "DELETE",
  path: "/api/clinic/custom-fields/:id",
  access: "owner",
  audit: null,
  changes: ["customFields"],
  response: z.object({ message: z.string(), isKept: z.boolean() }),
});
