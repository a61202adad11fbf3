import { patientHistory } from "#features/patients/contract.ts";
import { IfCan } from "#web/data/session.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { HistoryEntries } from "./HistoryEntries.tsx";

/** Who opened, changed, printed or shared the record, what and when. */
export const PatientHistory = ({ patientId }: { patientId: number }) => (
  <IfCan do={patientHistory}>
    <Section flush title="Activity Log">
      <HistoryEntries patientId={patientId} />
    </Section>
  </IfCan>
);
