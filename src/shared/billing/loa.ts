/** "LOA 88213": "LOA" is not repeated if it was typed. */
export const loaWords = (loa: string): string => (/^LOA\b/i.test(loa) ? loa : `LOA ${loa}`);
