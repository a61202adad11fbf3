import { PatientsBoard } from "./lazy-parts.ts";

// Rendered after a record that is open above it.
if (!location.search.includes("open=")) PatientsBoard.preload();

export const PatientsPage = () => <PatientsBoard />;
export const ArchivePage = () => <PatientsBoard key="archived" view="archived" />;
