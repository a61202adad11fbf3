import type { DialogActions } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { Patient } from "#features/patients/contract.ts";

export type TabProps = { patient: Patient; dialogs: DialogActions };
