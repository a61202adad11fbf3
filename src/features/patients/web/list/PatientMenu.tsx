import { Archive, Ellipsis, Eye, Pencil, Pill, Trash2 } from "lucide-react";
import {
  archivePatient,
  deletePatient,
  editPatient,
  type PatientListItem,
} from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { useCan } from "#web/data/session.tsx";
import { useKeyHint } from "#web/shortcuts.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Menu, type MenuItem } from "#web/ui/overlays/Menu.tsx";

export const requestOwner = "Ask the clinic owner";

export type PatientActions = {
  onOpen: (id: number) => void;
  /** Opens the patient's Consultation History. */
  onConsultations: (id: number) => void;
  onPrescribe: (id: number) => void;
  onEdit: (id: number) => void;
  onArchive: (patient: PatientListItem) => void;
  onDelete: (patient: PatientListItem) => void;
};

/** The actions of a patient's card. Users who may edit or delete see both, the unavailable one with its reason. */
export function PatientMenu({
  patient,
  today,
  actions,
}: {
  patient: PatientListItem;
  today: string;
  actions: PatientActions;
}) {
  const can = useCan();
  const hint = useKeyHint();
  const [mayEdit, mayDelete, mayArchive] = [can(editPatient), can(deletePatient), can(archivePatient)];
  const items: (MenuItem | "divider")[] = [
    {
      label: "View Consultation",
      icon: <Eye />,
      onSelect: () => actions.onConsultations(patient.id),
    },
    {
      label: "Generate Prescription",
      icon: <Pill />,
      shortcut: hint("prescription"),
      onSelect: () => actions.onPrescribe(patient.id),
    },
  ];
  if (mayEdit || mayDelete)
    items.push("divider", {
      label: "Edit Patient",
      icon: <Pencil />,
      shortcut: hint("edit"),
      onSelect: () => actions.onEdit(patient.id),
      disabled: mayEdit ? undefined : requestOwner,
    });
  if (mayArchive)
    items.push({ label: "Archive Patient", icon: <Archive />, onSelect: () => actions.onArchive(patient) });
  if (mayEdit || mayDelete)
    items.push({
      label: "Delete Patient",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => actions.onDelete(patient),
      disabled: mayDelete ? undefined : requestOwner,
    });
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${patient.patientName}`} size="sm" icon={<Ellipsis />} />}
      title={patient.patientName}
      detail={`${ageSex(patient, today)} · ${patient.admissionNo}`}
      items={items}
    />
  );
}
