type Named = { words: string; code?: string | null | undefined };

/** Not joined by commas, since diagnoses contain commas. */
export const joinedDiagnoses = (diagnoses: readonly Pick<Named, "words">[]): string =>
  diagnoses.map(({ words }) => words).join("; ");

/** A consultation's diagnosis as printed: each with its code on a line, below the free text. */
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
