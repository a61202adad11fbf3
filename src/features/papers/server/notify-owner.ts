import type { ClinicPaper } from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { notifyOwners } from "#server/notifications.ts";

/** Notifies the owner of a paper that waits for release. */
export const notifyOwnerOfPrepared = (
  clinic: ClinicScope,
  { id, patientId, title, sheet, preparedByName }: ClinicPaper,
  now: Date,
): Promise<void> =>
  notifyOwners(
    clinic,
    {
      type: "warning",
      title: `${title} awaiting release`,
      message: `${preparedByName ?? "A member of your staff"} prepared it for ${sheet.patient.name}`,
      actionType: "paper",
      actionData: { patientId, paperId: id },
    },
    now,
  );
