import { Archive, Download, Ellipsis, Eye, Pencil, Pill, Printer, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { PatientHeader } from "#web/ui/frame/PatientHeader.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { WizardFoot, WizardSteps } from "#web/ui/frame/Wizard.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Drawer } from "#web/ui/overlays/Drawer.tsx";
import { Menu, type MenuItem } from "#web/ui/overlays/Menu.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { ToastCard } from "#web/ui/overlays/ToastStack.tsx";
import { Line } from "./Caption.tsx";

type Open = "small" | "wizard" | "drawer" | "confirm" | undefined;

const steps = [
  { id: "complaint", label: "Chief Complaint & History" },
  { id: "vitals", label: "Vital Signs" },
  { id: "treatment", label: "Examination & Treatment" },
];

const patient = {
  name: "Nuñez, Althea Marie Cabahug",
  ageSex: "8 / F",
  admissionNumber: "20261119-003",
  allergies: "penicillin",
};

export function FloatingSection() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const items: readonly (MenuItem | "divider")[] = [
    {
      label: "View Consultation",
      icon: <Eye />,
      shortcut: "Enter",
      onSelect: () => setOpen("drawer"),
    },
    {
      label: "Generate Prescription",
      icon: <Pill />,
      shortcut: "R",
      onSelect: () => setOpen("wizard"),
    },
    "divider",
    {
      label: "Edit Patient",
      icon: <Pencil />,
      shortcut: "E",
      onSelect: () => setOpen("small"),
    },
    {
      label: "Archive Patient",
      icon: <Archive />,
      onSelect: () => {},
      disabled: "Ask the owner",
    },
    {
      label: "Delete Patient",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => setOpen("confirm"),
    },
  ];
  return (
    <Section>
      <div className="grid gap-3">
        <Line name="Dialogs">
          <Button onClick={() => setOpen("small")}>Open form</Button>
          <Button onClick={() => setOpen("wizard")}>Open wizard</Button>
          <Button onClick={() => setOpen("drawer")}>Open drawer</Button>
          <Button onClick={() => setOpen("confirm")}>Open question</Button>
        </Line>
        <Line name="Menu">
          <Menu
            title={patient.name}
            detail="8 / F · 20261119-003"
            items={items}
            align="start"
            trigger={
              <IconButton
                variant="secondary"
                label="Actions for Nuñez, Althea Marie Cabahug"
                icon={<Ellipsis />}
              />
            }
          />
        </Line>
        <Line name="Toasts">
          <Button
            onClick={() =>
              notify({
                title: "Patient Archived",
                description: "Yap, Katrina Isabel Lim",
                undo: () => notify({ title: "Patient Retrieved" }),
              })
            }
          >
            Toast with Undo
          </Button>
          <Button onClick={() => notify({ title: "Settings Updated" })}>Success</Button>
          <Button
            onClick={() => notify({ kind: "error", title: "Error", description: "Failed to Send Referral" })}
          >
            Failure
          </Button>
        </Line>
        <div className="grid gap-3 md:grid-cols-2">
          <ToastCard
            title="Patient Archived"
            description="Yap, Katrina Isabel Lim"
            kind="success"
            onUndo={() => {}}
            onDismiss={() => {}}
          />
          <ToastCard title="Error" description="Failed to Send Referral" kind="error" onDismiss={() => {}} />
          <ToastCard title="Nothing to export" kind="info" onDismiss={() => {}} />
          <ToastCard title="Your trial ends in 3 days" kind="warning" onDismiss={() => {}} />
        </div>
      </div>

      <Dialog
        open={open === "small"}
        onClose={close}
        title="Edit Patient"
        description="20261119-003"
        onSubmit={(event) => {
          event.preventDefault();
          close();
          notify({ title: "Settings Updated" });
        }}
        footNote="Draft saved 10:42"
        foot={<FormFoot onCancel={close} isSending={false} save="Save" />}
      >
        <div className="grid gap-4">
          <Field label="Patient's name" required>
            <TextInput defaultValue="Nuñez, Althea Marie Cabahug" />
          </Field>
          <Field label="Room">
            <TextInput />
          </Field>
        </div>
      </Dialog>
      <VitalsWizard open={open === "wizard"} onClose={close} />
      <Drawer
        open={open === "drawer"}
        onClose={close}
        title="Prescription detail"
        description="October 16, 2026"
        foot={
          <>
            <Button icon={<Printer />}>Print</Button>
            <Button icon={<Download />}>Download PDF</Button>
          </>
        }
      >
        <ChartList
          ruled
          margin="5.25rem"
          lines={[
            { label: "Physician", value: "Rafael M. Peñaflor, MD" },
            { label: "Medication", value: "furosemide 20 mg tablet" },
          ]}
        />
      </Drawer>
      <DeletePatient open={open === "confirm"} onClose={close} />
    </Section>
  );
}

function VitalsWizard({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState(1);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="New Consultation"
      head={`Step ${step + 1} of ${steps.length}`}
      onSubmit={(event) => {
        event.preventDefault();
        setStep(step + 1);
      }}
      patient={
        <>
          <PatientHeader {...patient} />
          <WizardSteps
            label="New Consultation"
            steps={steps}
            current={step}
            reached={step}
            onStep={setStep}
            className="px-4 pt-1 pb-2 md:px-5"
          />
        </>
      }
      footNote="Draft saved 10:42"
      foot={
        <WizardFoot
          current={step}
          count={steps.length}
          onPrevious={() => setStep(step - 1)}
          first={<Button onClick={onClose}>Cancel</Button>}
          final={
            <Button variant="primary" onClick={onClose}>
              Save Consultation
            </Button>
          }
        />
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label="Blood pressure" className="max-md:col-span-2">
          <UnitInput
            unit="mmHg"
            defaultValue="92/58"
            flag={{ level: "ok", text: "Within 86 to 118 systolic" }}
          />
        </Field>
        <Field label="Temperature">
          <UnitInput unit="°C" defaultValue="38.9" flag={{ level: "amber", text: "Fever, above 38.0" }} />
        </Field>
        <Field label="Pulse">
          <UnitInput unit="bpm" defaultValue="128" flag={{ level: "amber", text: "Above 110" }} />
        </Field>
        <Field label="Weight" hint="24.9 on Nov 19">
          <UnitInput unit="kg" defaultValue="24.5" />
        </Field>
      </div>
    </Dialog>
  );
}

function DeletePatient({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        notify({ title: "Patient Deleted" });
      }}
      title="Delete Patient"
      description="This patient will be PERMANENTLY deleted, with consultations and prescriptions. It cannot be undone."
      confirmLabel="Delete Patient"
      busyLabel="Deleting…"
      danger
      disabled={typed !== "20261110-001"}
    >
      <Field label="Type 20261110-001 to delete">
        <TextInput value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
