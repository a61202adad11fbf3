import { ResultsSheet } from "#features/results/web/ResultsSheet.tsx";
import type { TabProps } from "../tab-props.ts";

export const ResultsTab = ({ patient }: TabProps) => <ResultsSheet patientId={patient.id} />;
