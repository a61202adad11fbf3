import type { ConfidentialEntry } from "#features/confidential/contract.ts";

/** Each with the column of its author, and its name in messages. */
export const entries = {
  consultation: { table: "consultations", writer: "secretary_id", name: "Consultation" },
  fullHistory: { table: "consultation_records", writer: "written_by_id", name: "Full history" },
  prescription: { table: "prescriptions", writer: "prepared_by_id", name: "Prescription" },
  problem: { table: "problems", writer: "recorded_by_id", name: "Problem" },
  medicine: { table: "medicines", writer: "recorded_by_id", name: "Medicine" },
  result: { table: "results", writer: "created_by_id", name: "Result" },
  paper: { table: "clinic_papers", writer: "prepared_by_id", name: "Paper" },
} as const satisfies Record<ConfidentialEntry, { table: string; writer: string; name: string }>;
