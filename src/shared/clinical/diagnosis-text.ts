type Named = { words: string; code?: string | null | undefined };

/** Words have commas of their own. */
export const joinedDiagnoses = (diagnoses: readonly Pick<Named, "words">[]): string =>
  diagnoses.map(({ words }) => words).join("; ");

/** A consultation's diagnosis as it is printed: each with its code on a line, under what was written beside them. */
export function diagnosisWithCodes({
  diagnosis,
  diagnoses,
}: {
  diagnosis: string | null;
  diagnoses: readonly Named[];
}): string | null {
  if (diagnoses.every(({ code }) => !code)) return diagnosis;
  const lines = diagnoses.map(({ words, code }) => (code ? `${words} (${code})` : words));
  return [...(diagnosis === joinedDiagnoses(diagnoses) ? [] : [diagnosis]), ...lines].join("\n");
}
