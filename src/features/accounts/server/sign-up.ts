import type * as z from "zod/mini";
import { hashPassword } from "#server/auth/password.ts";
import { refuseWeakPassword } from "#server/auth/password-rules.ts";
import { refuseAuthorityName } from "#server/authority-name.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { invalidField } from "#shared/errors.ts";
import { doctorCredentials, splitDoctorName } from "#shared/formats/doctor-names.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { ownerDefaultPermissions } from "#shared/permissions.ts";
import { subdomainFrom } from "#shared/subdomain.ts";
import { trialEndFrom } from "#shared/subscription.ts";
import type { SignInAnswer, SignUp } from "../contract.ts";
import { openSession } from "./sign-in/open-session.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** The advertised price in pesos; the columns' own defaults differ. */
const advertised = { setupFee: "0", monthlyFee: "1000" };
const nameColumn = 100;
const credentialsColumn = 120;

/**
 * Creates a clinic in its trial, its owner, and the owner's first session in one transaction. Where mail is set up,
 * the link that confirms the email is queued with it.
 * @throws Failure taken with fields.email when the address has an account anywhere, invalid with fields.clinicName for
 * an authority's name.
 */
export async function signUpClinic(
  context: SignInContext,
  typed: z.output<typeof SignUp>,
): Promise<z.output<typeof SignInAnswer>> {
  const { kit, now } = context;
  const { firstName, lastName } = splitDoctorName(typed.doctorName);
  if (firstName.length > nameColumn || lastName.length > nameColumn)
    throw invalidField("doctorName", `Use at most ${nameColumn} characters for a first or last name`);
  refuseAuthorityName("clinicName", typed.clinicName);
  const known = [typed.doctorName, typed.clinicName, typed.email];
  await refuseWeakPassword("password", typed.password, known);
  const passwordHash = await hashPassword(typed.password);
  const made = await kit.databases.functions.value("signUpClinic", {
    clinicName: typed.clinicName,
    subdomain: subdomainFrom(typed.clinicName),
    setupFee: advertised.setupFee,
    monthlyFee: advertised.monthlyFee,
    trialEnds: trialEndFrom(now),
    email: typed.email,
    phone: parsePhone(typed.phone) ?? typed.phone,
    firstName,
    lastName,
    license: typed.licenseNumber,
    permissions: ownerDefaultPermissions,
    passwordHash,
    at: now,
    confirmEmail: hasMailedLinks(kit.settings),
    credentials: doctorCredentials(typed.doctorName)?.slice(0, credentialsColumn) ?? null,
  });
  const token = await openSession(context, { userId: made, passwordHash, isRemembered: false });
  return { token, user: { email: typed.email, firstName, lastName, role: "owner" } };
}
