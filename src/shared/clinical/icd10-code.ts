/** A code as the WHO writes it: E11, E11.9. */
const CODE = /^[A-Z]\d\d(?:\.\d{1,2})?$/;
const TYPED = /^([A-Z]\d\d)\.?(\d{0,2})$/;

/** "e119", "E11.9" and "e11." as E11.9 and E11; null if it is no code. */
export function readIcd10Code(typed: string): string | null {
  const [, category, rest] = TYPED.exec(typed.trim().toUpperCase()) ?? [];
  if (category === undefined) return null;
  return rest ? `${category}.${rest}` : category;
}

export const isIcd10Code = (text: string): boolean => CODE.test(text);
