/** The names of the fields rendered in a part of a form. */
export const namesIn = (part: Element | null): string[] =>
  [...(part?.querySelectorAll<HTMLInputElement>("[name]") ?? [])].map(({ name }) => name);
