const small = new Set(["at", "of", "in"]);

/** A label as the heading of a column: "Date of admission" is "Date of Admission". */
export const inTitleCase = (label: string): string =>
  label.replaceAll(/\S+/g, (word) =>
    small.has(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  );
