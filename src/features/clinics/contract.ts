import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { optionalEmail, optionalText, requiredText } from "#shared/fields.ts";
import { parsePhone } from "#shared/phone.ts";
import { isReservedSubdomain, subdomainPattern } from "#shared/subdomain.ts";

/** The clinic's own record, as its screens and printed papers use it. Fees are peso decimal strings. */
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
});
export type ClinicSettings = z.output<typeof ClinicSettings>;

const subdomainWords = "Use 3 to 100 small letters, digits and hyphens, with a letter or digit at both ends";

/** E.164 where it can be read as a number; else as typed, an extension with it. Empty is null. */
const phone = z.pipe(
  z.nullable(
    z.pipe(
      z.string({ error: "Enter a phone number" }),
      z.pipe(
        z.transform((typed: string) => parsePhone(typed) ?? typed.trim()),
        z.string().check(z.maxLength(20, "Use at most 20 characters")),
      ),
    ),
  ),
  z.transform((number: string | null) => number || null),
);

/** What the owner writes into the clinic's record. */
export const ClinicDraft = z.strictObject({
  name: requiredText("Clinic name is required", 255),
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
  primaryColor: z
    .string({ error: "Use a hex colour such as #2B4D8C" })
    .check(z.regex(/^#[0-9a-fA-F]{6}$/, "Use a hex colour such as #2B4D8C")),
});
/** Any part of it; what is not sent stays as it is. */
export const ClinicChanges = z.partial(ClinicDraft);
export type ClinicChanges = z.output<typeof ClinicChanges>;

export const clinicSettings = endpoint({
  method: "GET",
  path: "/api/clinic/settings",
  access: "member",
  audit: null,
  response: ClinicSettings,
});
export const saveClinicSettings = endpoint({
  method: "PUT",
  path: "/api/clinic/settings",
  access: "owner",
  audit: null,
  body: ClinicChanges,
  response: ClinicSettings,
});
