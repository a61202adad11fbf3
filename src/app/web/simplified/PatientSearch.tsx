import { useEffect, useState } from "react";
import { listPatients } from "#features/patients/contract.ts";
import { PatientRow } from "./PatientRow.tsx";
import { Trouble } from "./Trouble.tsx";
import { useAnswer } from "./use-answer.ts";

/** Longer than elsewhere: on a slow connection each request is expensive. */
const pauseMs = 400;

/** "7 found", or "Showing 10 of 29" when the list is cut. */
const foundInWords = (shown: number, total: number | null): string =>
  total !== null && total > shown ? `Showing ${shown} of ${total}` : `${shown} found`;

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
        enterKeyHint="search"
        placeholder="Name, number or phone"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.error && <Trouble title="Failed to load patients" error={found.error} onRetry={found.again} />}
      <div role="status" className="hidden">
        {search && found.data && foundInWords(found.data.length, found.total)}
      </div>
      {search && found.data && (found.total ?? 0) > found.data.length && (
        <p>{foundInWords(found.data.length, found.total)}. Type more of the name.</p>
      )}
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
