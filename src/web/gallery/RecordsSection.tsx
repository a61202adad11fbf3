import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Count } from "#web/ui/Count.tsx";
import { Figures } from "#web/ui/Figures.tsx";
import { PatientHeader } from "#web/ui/frame/PatientHeader.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { ChartList } from "#web/ui/lists/ChartList.tsx";

export function RecordsSection() {
  return (
    <div className="grid gap-4">
      <div className="grid gap-4">
        <PatientHeader
          name="Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña"
          ageSex="67 / F"
          admissionNumber="20261118-004"
          allergies="penicillin, iodinated contrast"
        />
      </div>
      <div>
        <PatientHeader
          name="Nuñez, Althea Marie Cabahug"
          ageSex="8 / F"
          admissionNumber="20261119-003"
          allergies=""
        />
      </div>
      <Figures
        items={[
          { label: "Total Patients", value: "248", note: "12 new this month" },
          { label: "Currently Admitted", value: "31", note: "of 50 beds" },
          { label: "Discharged Today", value: "4" },
          { label: "Pending Payments", value: "₱412,860", note: "46 patients" },
        ]}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Section
          title="Patient Information"
          note={<Badge tone="plain">General</Badge>}
          actions={<Button size="sm">Edit</Button>}
        >
          <ChartList
            lines={[
              { label: "Admission No.", value: <span className="tabular-nums">20261118-004</span> },
              { label: "Hospital", value: "Chong Hua Hospital - Fuente" },
              { label: "Name", value: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña" },
              { label: "Surgical Procedure", value: "" },
            ]}
          />
        </Section>
        <Section
          title="Tasks"
          note={<Count value={3} />}
          flush
          foot={
            <>
              <Button className="ml-auto">Cancel</Button>
              <Button variant="primary">Save</Button>
            </>
          }
        >
          <ChartList
            ruled
            margin="5.25rem"
            className="px-4 py-1"
            lines={[
              { label: "Physician", value: "Rafael M. Peñaflor, MD" },
              { label: "Medication", value: "furosemide 20 mg tablet" },
            ]}
          />
        </Section>
      </div>
    </div>
  );
}
