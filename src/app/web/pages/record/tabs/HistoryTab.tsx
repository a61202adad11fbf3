import { PatientHistory } from "#features/patients/web/record/PatientHistory.tsx";
import type { TabProps } from "../tab-props.ts";

export const HistoryTab = ({ patient }: TabProps) => <PatientHistory patientId={patient.id} />;
