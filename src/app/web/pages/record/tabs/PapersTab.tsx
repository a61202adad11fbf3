import { PaperRecords } from "#features/papers/web/PaperRecords.tsx";
import { PatientReferrals } from "#features/referrals/web/PatientReferrals.tsx";
import type { TabProps } from "../tab-props.ts";

/** Certificates and requests, and the letters of referrals. */
export const PapersTab = ({ patient: { id }, dialogs }: TabProps) => (
  <>
    <PaperRecords patientId={id} onAdd={() => dialogs.show("certificate", id)} />
    <PatientReferrals patientId={id} />
  </>
);
