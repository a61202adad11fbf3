import { Filter, Rows3, Table2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#web/ui/Button.tsx";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormErrors } from "#web/ui/inputs/FormErrors.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { PhoneInput } from "#web/ui/inputs/PhoneInput.tsx";
import { PickOne } from "#web/ui/inputs/PickOne.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { SuggestionInput } from "#web/ui/inputs/SuggestionInput.tsx";
import { Switch } from "#web/ui/inputs/Switch.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { TimeInput } from "#web/ui/inputs/TimeInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { YesNo } from "#web/ui/inputs/YesNo.tsx";

const columns = "grid gap-x-4 gap-y-5 md:grid-cols-3";

export function FieldsSection() {
  const [search, setSearch] = useState("penafl");
  const [empty, setEmpty] = useState("");
  const [picked, setPicked] = useState("B");
  const [phic, setPhic] = useState<boolean | null>(null);
  const [active, setActive] = useState(true);
  const [which, setWhich] = useState<"cards" | "table">("cards");
  const [birthday, setBirthday] = useState("1959-03-04");
  return (
    <div className="grid gap-4">
      <Section>
        <div className={columns}>
          <Field label="Patient name" required hint="As on the ID, with ñ and particles">
            <TextInput placeholder="Last Name, First Name Middle" />
          </Field>
          <Field label="Diagnosis">
            <SuggestionInput
              defaultValue="htn"
              suggestions={[
                { key: "I10", text: "Essential hypertension", aside: "I10" },
                { key: "own", text: "Use “htn” as written", detail: "Below the text", aside: "no code" },
              ]}
              onChoose={() => undefined}
              label="Diagnoses"
              counted={["suggestion", "suggestions"]}
              marksFirst
            />
          </Field>
          <Field label="Admission number" error="20261120-001 is taken. Next free: 20261120-005">
            <TextInput defaultValue="20261120-001" />
          </Field>
          <Field label="Room number">
            <TextInput disabled placeholder="Only when Admitted" />
          </Field>
          <Field label="Admission status">
            <Select options={["Outpatient", "Admitted", "Discharged"]} />
          </Field>
          <Field label="Hospital" required error="Hospital is required">
            <Select
              placeholder="Select hospital"
              options={["Chong Hua Hospital - Fuente", "Makati Medical Center"]}
            />
          </Field>
          <Field
            label="Password"
            aside={
              <Button variant="link" size="sm">
                Forgot password?
              </Button>
            }
          >
            <PasswordInput defaultValue="not a real one" />
          </Field>
          <Field label="Birthday" hint="Fills the age">
            <DateInput
              value={birthday}
              onValue={setBirthday}
              max="2026-11-20"
              echoNote={(iso) => `${2026 - Number(iso.slice(0, 4))} years`}
            />
          </Field>
          <Field label="Follow-up">
            <DateInput defaultValue="02/30/2027" />
          </Field>
          <Field label="Opens at">
            <TimeInput defaultValue="13:00" />
          </Field>
          <Field label="Closes at">
            <TimeInput defaultValue="25:00" />
          </Field>
          <Field label="Contact number" hint="0917…, 917… or +63917…">
            <PhoneInput defaultValue="+639175550148" />
          </Field>
          <Field label="Contact number, wrong">
            <PhoneInput defaultValue="12345" />
          </Field>
          <Field label="Amount">
            <MoneyInput defaultValue="48250.00" />
          </Field>
          <Field label="Remarks" optional>
            <TextArea />
          </Field>
          <Field label="Pulse">
            <UnitInput unit="bpm" defaultValue="128" flag={{ level: "amber", text: "Above 110 for age 8" }} />
          </Field>
          <Field label="Oxygen saturation">
            <UnitInput unit="%" defaultValue="97" flag={{ level: "ok", text: "95 or more" }} />
          </Field>
          <Field label="Temperature">
            <UnitInput
              unit="°C"
              defaultValue="98.6"
              flag={{ level: "red", text: "98.6 looks like Fahrenheit. Type Celsius, 30 to 45" }}
            />
          </Field>
          <YesNo label="PHIC payment" value={phic} onChange={setPhic} />
          <PickOne
            label="One of several lines"
            value={picked}
            onChange={setPicked}
            options={[
              {
                value: "B",
                mark: <DoctorLetter letter="B" size={32} />,
                label: "Dra. Ma. Corazon dela Peña",
                hint: "saw this patient last, Oct 12, 2026",
                side: "4 waiting",
                sideHint: "about 50 minutes",
              },
              {
                value: "C",
                mark: <DoctorLetter letter="C" size={32} />,
                label: "Dr. Jun Bartholomew Macaraeg-Villanueva",
                side: "nobody waiting",
              },
            ]}
          />
          <RadioGroup
            label="Access level"
            name="access"
            defaultValue="limited"
            options={[
              { value: "full", label: "Full access", hint: "Everything except settings and staff" },
              { value: "limited", label: "Limited access" },
              { value: "none", label: "No access", disabled: true },
            ]}
          />
          <div>
            <p className="mb-1 text-sm font-medium">Permissions</p>
            <Checkbox label="View Patients" defaultChecked hint="Lists, records, files" />
            <Checkbox label="Delete Patients" />
            <Checkbox label="View Reports" disabled />
          </div>
          <SearchInput
            label="Search patients"
            placeholder="Search patients..."
            value={search}
            onChange={setSearch}
          />
          <SearchInput label="Search staff" placeholder="Search staff..." value={empty} onChange={setEmpty} />
          <SearchInput
            label="Search clinics"
            placeholder="Searching…"
            value={empty}
            onChange={setEmpty}
            busy
          />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Switch label={active ? "Active" : "Inactive"} checked={active} onChange={setActive} />
            <Switch label="Inactive" checked={false} onChange={() => {}} disabled />
          </div>
          <Segment
            label="View"
            value={which}
            onChange={setWhich}
            options={[
              { value: "cards", label: "Cards", icon: <Rows3 />, iconOnly: true },
              { value: "table", label: "Table", icon: <Table2 />, iconOnly: true },
            ]}
          />
          <span>
            <Button icon={<Filter />}>Advanced Filters</Button>
          </span>
        </div>
      </Section>
      <RegisteredForm />
    </div>
  );
}

interface Draft {
  name: string;
  birthday: string;
  phone: string;
  amount: string;
  status: string;
  sex: string;
  agreed: boolean;
}

/** The same fields under react-hook-form's `register`. */
function RegisteredForm() {
  const [sent, setSent] = useState("");
  const { register, handleSubmit, formState, setFocus, reset } = useForm<Draft>({
    defaultValues: { name: "", birthday: "", phone: "", amount: "", status: "", sex: "", agreed: false },
  });
  const { errors } = formState;
  const needed = (what: string) => ({ required: `${what} is required` });
  const problems = Object.entries(errors).map(([name, error]) => ({ name, message: error.message ?? "" }));
  return (
    <Section title="In a form" level={3}>
      <form
        noValidate
        onSubmit={handleSubmit((draft) => setSent(JSON.stringify(draft)))}
        className="grid gap-4"
      >
        <FormErrors problems={problems} onGo={(name) => setFocus(name as keyof Draft)} />
        <div className={columns}>
          <Field label="Patient" required error={errors.name?.message}>
            <TextInput {...register("name", needed("Patient name"))} />
          </Field>
          <Field label="Born" required error={errors.birthday?.message}>
            <DateInput {...register("birthday", needed("Birthday"))} />
          </Field>
          <Field label="Phone" required error={errors.phone?.message}>
            <PhoneInput {...register("phone", needed("Phone"))} />
          </Field>
          <Field label="Fee" required error={errors.amount?.message}>
            <MoneyInput {...register("amount", needed("Amount"))} />
          </Field>
          <Field label="Payment" required error={errors.status?.message}>
            <Select
              placeholder="Select payment"
              options={["Paid-Received", "Pending", "Overdue"]}
              {...register("status", needed("Payment"))}
            />
          </Field>
          <RadioGroup
            label="Sex"
            required
            inline
            options={["Male", "Female"]}
            error={errors.sex?.message}
            {...register("sex", needed("Sex"))}
          />
        </div>
        <Checkbox label="The patient agreed" {...register("agreed")} />
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => reset()}>Clear</Button>
          <Button variant="primary" type="submit">
            Save
          </Button>
          <output className="text-sm wrap-anywhere text-ink-2">{sent}</output>
        </div>
      </form>
    </Section>
  );
}
