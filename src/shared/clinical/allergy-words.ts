/** The recorded allergies as shown next to the name; an alert if there are any. */
export function allergyWords(recorded: string | null | undefined): { words: string; isAlert: boolean } {
  const known = recorded?.trim() ?? "";
  if (known === "") return { words: "Allergies: not recorded", isAlert: false };
  if (/^(no known allerg|nkda?\b|none\b)/i.test(known))
    return { words: "No known allergies", isAlert: false };
  return { words: `Allergies: ${known}`, isAlert: true };
}
