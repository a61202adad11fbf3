import { requiresSecondFactor } from "#server/auth/session.ts";
import { hasMailedLinks } from "#server/mail/mail-links.ts";
import { brandTokens } from "#shared/brand.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { isInGoodStanding } from "#shared/subscription.ts";
import type { CurrentUser } from "../contract.ts";
import type { SessionContext } from "./sign-in-context.ts";

export async function describeCurrentUser({
  kit,
  session,
}: Pick<SessionContext, "kit" | "session">): Promise<CurrentUser> {
  const profile = await kit.databases.functions.row("profileOf", { user: session.userId });
  const { clinic } = session;
  return {
    id: session.userId,
    email: session.email,
    // Nobody can confirm an email address without a mail server.
    emailConfirmed: profile?.emailUnconfirmedSince == null || !hasMailedLinks(kit.settings),
    firstName: session.firstName,
    lastName: session.lastName,
    role: session.role,
    permissions: session.permissions,
    clinicId: session.clinicId,
    clinic: clinic && {
      id: clinic.id,
      name: clinic.name,
      brand: brandTokens(clinic.primaryColor),
      logoUrl: profile?.logoUrl ?? null,
      adultRanges: (profile?.adultRanges ?? null) as AdultRanges | null,
    },
    passwordChanged: session.passwordChanged,
    suspended: session.clinic !== null && !isInGoodStanding(session.clinic),
    isStaffMode: session.ownerUserId !== null,
    secondFactor: {
      isOn: session.hasSecondFactor,
      isRequired: requiresSecondFactor(session, kit.settings),
    },
    licenseNumber: profile?.licenseNumber ?? null,
    ptrNumber: profile?.ptrNumber ?? null,
    ptrYear: profile?.ptrYear ?? null,
    s2Number: profile?.s2Number ?? null,
    specialization: profile?.specialization ?? null,
    credentials: profile?.credentials ?? null,
    ...(profile?.printedName != null && { printedName: profile.printedName }),
    ...(profile?.doctors != null && { doctors: profile.doctors as CurrentUser["doctors"] }),
  };
}
