import type { Kit } from "#server/kit.ts";
import { hasMailedLinks } from "#server/mail-links.ts";
import { requiresSecondFactor, type Session } from "#server/session.ts";
import type { CurrentUser } from "../contract.ts";

type Profile = {
  license_number: string | null;
  ptr_number: string | null;
  ptr_year: number | null;
  s2_number: string | null;
  specialization: string | null;
  logo_url: string | null;
  email_unconfirmed_since: string | null;
};

export async function describeCurrentUser(kit: Kit, session: Session): Promise<CurrentUser> {
  const [profile] = await kit.databases.narrow.rows<Profile>("profile_of", [session.userId]);
  const { clinic } = session;
  return {
    id: session.userId,
    email: session.email,
    // Without a mail server nobody could confirm it.
    emailConfirmed: profile?.email_unconfirmed_since == null || !hasMailedLinks(kit.settings),
    firstName: session.firstName,
    lastName: session.lastName,
    role: session.role,
    permissions: session.permissions,
    clinicId: session.clinicId,
    clinic: clinic && {
      id: clinic.id,
      name: clinic.name,
      primaryColor: clinic.primaryColor,
      logoUrl: profile?.logo_url ?? null,
    },
    passwordChanged: session.passwordChanged,
    // A suspended clinic's user never gets here.
    suspended: false,
    isStaffMode: session.ownerUserId !== null,
    secondFactor: {
      isOn: session.hasSecondFactor,
      isRequired: requiresSecondFactor(session, kit.settings),
    },
    licenseNumber: profile?.license_number ?? null,
    ptrNumber: profile?.ptr_number ?? null,
    ptrYear: profile?.ptr_year ?? null,
    s2Number: profile?.s2_number ?? null,
    specialization: profile?.specialization ?? null,
  };
}
