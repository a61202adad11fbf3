/** "LOA 88213": a number that is typed with its "LOA" has it once. */
export const loaWords = (loa: string): string => (/^LOA\b/i.test(loa) ? loa : `LOA ${loa}`);
