import { useNavigate } from "@tanstack/react-router";
import { GitMerge } from "lucide-react";
import { duplicatePairs } from "#features/merges/contract.ts";
import { PatientsScreen } from "#features/patients/web/list/PatientsScreen.tsx";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useDialogActions } from "./dialogs/use-dialogs.ts";

type PatientsBoardProps = {
  view?: "active" | "archived";
  /** Of the heading: 2 below the heading of another part of the page. */
  level?: 1 | 2;
};

/** The list of patients, the dialogs that it opens, and the way to the pairs that may be one person. */
export function PatientsBoard({ view = "active", level = 1 }: PatientsBoardProps) {
  const dialogs = useDialogActions();
  const navigate = useNavigate();
  return (
    <PatientsScreen
      initialView={view}
      level={level}
      onOpenPatient={(id) => dialogs.openRecord(id)}
      onConsultations={(id) => dialogs.show("history", id)}
      onAddPatient={() => dialogs.show("add")}
      onPrescribe={(id) => dialogs.show("prescription", id)}
      onEdit={(id) => dialogs.show("edit", id)}
      besides={
        <IfCan do={duplicatePairs}>
          <Button variant="ghost" icon={<GitMerge />} onClick={() => void navigate({ to: "/merge" })}>
            Merge Patients
          </Button>
        </IfCan>
      }
    />
  );
}
