import { type ReactNode, useId, useState } from "react";
import { latestVitals } from "#features/consultations/contract.ts";
import { onePatient, type PatientListItem } from "#features/patients/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { allergyWords } from "#shared/clinical/allergy-words.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

/** One patient in a line; expands to what a doctor needs first. */
export function PatientRow({ patient, aside }: { patient: PatientListItem; aside?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const today = useToday();
  return (
    <li>
      <button
        type="button"
        className="row"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {aside}
        <span className="name">{patient.patientName}</span>
        <span className="aside">
          {ageSex(patient, today)} · {patient.admissionNo}
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Facts id={patient.id} />}
      </div>
    </li>
  );
}

function Facts({ id }: { id: number }) {
  const params = { id: String(id) };
  const record = useAnswer(onePatient, { params });
  const vitals = useAnswer(latestVitals, { params });
  if (record.error && !record.data)
    return <Trouble title="Failed to load patient" error={record.error} onRetry={record.again} />;
  if (!record.data) return <p role="status">Loading…</p>;
  const patient = record.data;
  const allergies = allergyWords(patient.allergies);
  const signs = vitals.data;
  const lines: [string, ReactNode][] = [
    [
      "Phone",
      patient.contactNumber && (
        <a href={`tel:${patient.contactNumber}`}>{formatPhone(patient.contactNumber)}</a>
      ),
    ],
    ["Status", patient.admissionStatus],
    [
      "Hospital",
      [patient.hospital, patient.roomNumber && `Room ${patient.roomNumber}`].filter(Boolean).join(", "),
    ],
    ["Chief complaint", patient.chiefComplaint],
    ["Diagnosis", patient.diagnosis],
    ["Blood pressure", signs?.bloodPressure],
    ["Temperature", signs?.temperature && `${signs.temperature} °C`],
    ["Pulse", signs?.pulse && `${signs.pulse} bpm`],
  ];
  return (
    <>
      <p className={allergies.isAlert ? "bad" : "aside"} style={{ padding: "0 1rem" }}>
        {allergies.words}
      </p>
      <dl>
        {lines.map(
          ([label, value]) =>
            value && (
              <div key={label} style={{ display: "contents" }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
