import type { ExpressionBuilder } from "kysely";
import type { Session } from "#server/auth/session.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import { staffRoles } from "#shared/permissions.ts";
import type { SetupSteps } from "../contract.ts";

type Owner = Pick<Session, "hasSecondFactor">;

/** Which first steps a clinic has done, judged by its stored data. */
export async function readSetupSteps(clinic: ClinicScope, owner: Owner): Promise<SetupSteps> {
  const { isDismissed, ...stored } = await clinic.db
    .selectFrom("clinics")
    .where("id", "=", clinic.id)
    .select((query) => [
      ...ofClinic(query),
      ...ofItsRows(query, clinic.id),
      query("setupDismissedAt", "is not", null).$castTo<boolean>().as("isDismissed"),
    ])
    .executeTakeFirstOrThrow();
  const { hasContact, hasLicense, hasHours, hasPrices, hasPatients, hasStaff } = stored;
  const isSetUp = hasContact && hasLicense && hasHours && hasPrices && hasPatients && hasStaff;
  return { ...stored, hasSecondFactor: owner.hasSecondFactor, isShown: !isDismissed && !isSetUp };
}

type OfClinic = ExpressionBuilder<Database, "clinics">;

const ofClinic = (query: OfClinic) =>
  [
    query
      .and([query("address", "is not", null), query("phone", "is not", null)])
      .$castTo<boolean>()
      .as("hasContact"),
    query("logoUrl", "is not", null).$castTo<boolean>().as("hasLogo"),
  ] as const;

const ofItsRows = ({ exists, selectFrom }: OfClinic, clinicId: number) =>
  [
    exists(
      selectFrom("practitioners")
        .select("practitioners.id")
        .where("practitioners.clinicId", "=", clinicId)
        .where("practitioners.licenseNumber", "is not", null)
        .where("practitioners.ptrNumber", "is not", null),
    )
      .$castTo<boolean>()
      .as("hasLicense"),
    exists(
      selectFrom("places")
        .select("places.id")
        .where("places.clinicId", "=", clinicId)
        // A new place has usual hours; saving them once is the step.
        .whereRef("places.updatedAt", "!=", "places.createdAt"),
    )
      .$castTo<boolean>()
      .as("hasHours"),
    exists(
      selectFrom("services")
        .select("services.id")
        .where("services.clinicId", "=", clinicId)
        .where("services.isActive", "=", true),
    )
      .$castTo<boolean>()
      .as("hasPrices"),
    exists(selectFrom("patients").select("patients.id").where("patients.clinicId", "=", clinicId))
      .$castTo<boolean>()
      .as("hasPatients"),
    exists(
      selectFrom("users")
        .select("users.id")
        .where("users.clinicId", "=", clinicId)
        .where("users.role", "in", [...staffRoles]),
    )
      .$castTo<boolean>()
      .as("hasStaff"),
    exists(
      selectFrom("imports")
        .select("imports.id")
        .where("imports.clinicId", "=", clinicId)
        .where("imports.state", "=", "done"),
    )
      .$castTo<boolean>()
      .as("hasImport"),
  ] as const;

export async function dismissSetupSteps(clinic: ClinicScope, owner: Owner, now: Date): Promise<SetupSteps> {
  await clinic.db
    .updateTable("clinics")
    .set({ setupDismissedAt: now.toISOString() })
    .where("id", "=", clinic.id)
    .execute();
  return readSetupSteps(clinic, owner);
}
