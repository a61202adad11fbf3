/*
 * Words of the field that a new secretary may not know, explained where they are read. The glossary lists the same
 * sentences (test/terms.test.ts). One export for each, so that a screen loads only its own.
 */

export const addenda = "Notes added later. The consultation stays as it was written.";
export const phic = "PhilHealth, the state's health insurance.";
export const receivables = "What HMOs approved and have not paid yet.";
export const released = "The doctor approved it: it may be printed and given out.";
export const sig = "How to take it, such as 1 tab after meals.";
export const voided = "It no longer counts and stays readable.";
