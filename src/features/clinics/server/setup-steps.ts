import type { ClinicScope } from "#server/database/db.ts";
import type { SetupSteps } from "../contract.ts";

/** Which first steps a clinic has done, judged by its stored data. */
export async function readSetupSteps(clinic: ClinicScope): Promise<SetupSteps> {
  return clinic.db
    .selectFrom("clinics")
    .where("id", "=", clinic.id)
    .select(({ exists, selectFrom, eb, and }) => [
      and([eb("address", "is not", null), eb("phone", "is not", null)])
        .$castTo<boolean>()
        .as("hasContact"),
      exists(
        selectFrom("users")
          .select("users.id")
          .where("users.clinicId", "=", clinic.id)
          .where("users.role", "=", "owner")
          .where("users.licenseNumber", "is not", null)
          .where("users.ptrNumber", "is not", null),
      )
        .$castTo<boolean>()
        .as("hasLicense"),
      exists(selectFrom("patients").select("patients.id").where("patients.clinicId", "=", clinic.id))
        .$castTo<boolean>()
        .as("hasPatients"),
      exists(
        selectFrom("users")
          .select("users.id")
          .where("users.clinicId", "=", clinic.id)
          .where("users.role", "in", ["staff", "secretary"]),
      )
        .$castTo<boolean>()
        .as("hasStaff"),
      eb("setupDismissedAt", "is not", null).$castTo<boolean>().as("isDismissed"),
    ])
    .executeTakeFirstOrThrow();
}

export async function dismissSetupSteps(clinic: ClinicScope, now: Date): Promise<SetupSteps> {
  await clinic.db
    .updateTable("clinics")
    .set({ setupDismissedAt: now.toISOString() })
    .where("id", "=", clinic.id)
    .execute();
  return readSetupSteps(clinic);
}
