import { nameParts } from "./name-parts.ts";
import { isGeneration } from "./names.ts";

/** Names as papers print them in a sentence or under a signature. */

/**
 * A stored name, "Last, First Middle" with Jr. or III behind any of them, as in a sentence: "Dela Cruz, Juan Jr., Sipag"
 * is "Juan Sipag Dela Cruz Jr."
 */
export function givenNameFirst(name: string): string {
  const { surname, given, suffixes } = nameParts(name);
  return [...given, ...surname, ...suffixes].join(" ");
}

/** As a doctor signs: "Rafael Peñaflor, MD, FPCP", "Jose Cruz Jr., MD". */
export function signedName({
  firstName,
  lastName,
  printedName,
  credentials,
}: {
  firstName: string | null;
  lastName: string | null;
  /** As the doctor wants it on papers, instead of both. */
  printedName?: string | null | undefined;
  credentials: string | null;
}): string {
  const name = printedName || [firstName, lastName].filter(Boolean).join(" ");
  const [first = "", ...others] = (credentials ?? "").split(",").map((one) => one.trim());
  return isGeneration(first)
    ? [`${name} ${first}`, ...others].join(", ")
    : [name, credentials].filter(Boolean).join(", ");
}
