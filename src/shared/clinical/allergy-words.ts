/**
 * Whether the whole text says that no allergies are known: "No known allergies", "NKDA", "none". The database function
 * `says_no_allergies` has the same rule.
 */
export const saysNoAllergies = (text: string): boolean =>
  /^\s*(no known ((drug|medicine|medication) )*allerg(y|ies)|no allerg(y|ies)|nkd?a|none|wala|(none|nil) known)\s*\.?\s*$/i.test(
    text,
  );

/** The recorded allergies as shown next to the name; an alert if there are any. */
export function allergyWords(recorded: string | null | undefined): { words: string; isAlert: boolean } {
  const known = recorded?.trim() ?? "";
  if (known === "") return { words: "Allergies: not recorded", isAlert: false };
  if (saysNoAllergies(known)) return { words: "No known allergies", isAlert: false };
  return { words: `Allergies: ${known}`, isAlert: true };
}
