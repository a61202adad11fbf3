import {
  addAlert,
  addMedicine,
  addProblem,
  allergies,
  splitAllergyText,
} from "#features/clinical-lists/contract.ts";
import type { Calls } from "./calls.ts";

/** Alerts of the featured patient. Her typed allergies become rows. */
export async function fillLists(calls: Calls, patientId: number): Promise<void> {
  const params = { id: patientId };
  const listed = await calls.send(allergies, { params });
  const [text] = Object.values(listed) as { id: number }[];
  await calls.send(splitAllergyText, {
    params: { ...params, rowId: Number(text?.id) },
    body: {
      rows: [
        { substance: "Penicillin", reaction: "rash, 1994", severity: "severe", howKnown: "observed" },
        { substance: "Iodinated contrast", severity: "mild", howKnown: "told_by_patient" },
      ],
    },
  });
  for (const body of [
    { words: "Heart failure, reduced EF", code: "I50.2", since: "2026-06" },
    { words: "Hypertension", code: "I10", since: "2008" },
    { words: "Atrial fibrillation", code: "I48.9", since: "2024" },
    { words: "Pneumonia", code: "J18.9", since: "2021-03", state: "resolved" },
    { words: "Generalized anxiety", code: "F41.1", since: "2025", isConfidential: true },
  ])
    await calls.send(addProblem, { params, body });
  for (const body of [
    { generic: "warfarin", dose: "2.5 mg every evening", since: "2024", source: "elsewhere" },
    { generic: "metformin", dose: "500 mg twice a day", since: "2022", source: "elsewhere" },
  ])
    await calls.send(addMedicine, { params, body });
  for (const body of [{ words: "On warfarin", isWarning: true }, { words: "Hard of hearing, left" }])
    await calls.send(addAlert, { params, body });
}
