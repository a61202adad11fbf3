import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";

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

export const clinicSettings = endpoint({
  method: "GET",
  path: "/api/clinic/settings",
  access: "member",
  audit: null,
  response: ClinicSettings,
});
