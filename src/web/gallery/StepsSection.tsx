import { FlaskConical } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { Tabs } from "#web/ui/frame/Tabs.tsx";
import { WizardFoot, WizardSteps } from "#web/ui/frame/Wizard.tsx";

const steps = [
  { id: "patient", label: "Patient Information" },
  { id: "hospital", label: "Hospital Details" },
  { id: "medical", label: "Medical Information" },
  { id: "payment", label: "Payment & Final" },
];

export function StepsSection() {
  const [which, setWhich] = useState<"active" | "archived">("active");
  const [step, setStep] = useState(1);
  const [reached, setReached] = useState(2);
  const go = (to: number) => {
    setStep(to);
    setReached(Math.max(reached, to));
  };
  return (
    <Section>
      <div className="grid gap-5">
        <Tabs
          label="Records"
          tabs={[
            {
              id: "lab",
              label: "Lab Results",
              count: 3,
              content: <p className="pt-3">BNP and troponin I.pdf</p>,
            },
            { id: "imaging", label: "Imaging", count: 2, content: <p className="pt-3">Chest PA.dcm</p> },
            {
              id: "other",
              label: "Other Files",
              count: 0,
              content: (
                <Empty
                  icon={<FlaskConical />}
                  title="No other file records found"
                  why="PDF, JPG and PNG up to 10MB"
                />
              ),
            },
            { id: "locked", label: "Prescriptions", disabled: true, content: null },
          ]}
        />
        <Segment
          label="Which patients"
          value={which}
          onChange={setWhich}
          options={[
            { value: "active", label: "Active Patients" },
            { value: "archived", label: "Archived Patients" },
          ]}
        />
        <WizardSteps label="Add Patient" steps={steps} current={step} reached={reached} onStep={setStep} />
        <form
          className="flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            go(step + 1);
          }}
        >
          <WizardFoot
            current={step}
            count={steps.length}
            onPrevious={() => go(step - 1)}
            first={<Button onClick={() => setStep(0)}>Cancel</Button>}
            final={<Button variant="primary">Add Patient</Button>}
          />
        </form>
      </div>
    </Section>
  );
}
