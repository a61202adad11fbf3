import { useEffect, useState } from "react";
import { listPatients } from "#features/patients/list-contract.ts";
import { PatientRow } from "./PatientRow.tsx";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

/** Longer than elsewhere: on a slow connection each request is expensive. */
const pauseMs = 400;

export function PatientSearch() {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed.trim() ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useAnswer(listPatients, search ? { query: { search, limit: "10" } } : null);
  return (
    <search>
      <label htmlFor="search">Search patients</label>
      <input
        id="search"
        type="search"
        placeholder="Name, number or phone"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.error && <Trouble title="Failed to load patients" error={found.error} onRetry={found.again} />}
      <div role="status" className="hidden">
        {search && found.data && `${found.data.length} found`}
      </div>
      {search && found.data?.length === 0 && <p>No patients found</p>}
      {search && found.data && found.data.length > 0 && (
        <ul style={{ marginTop: "0.75rem" }}>
          {found.data.map((patient) => (
            <PatientRow key={patient.id} patient={patient} />
          ))}
        </ul>
      )}
    </search>
  );
}
