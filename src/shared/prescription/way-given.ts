/** How a medicine is given, by words of its form; a word of the first that fits decides. */
const WAYS = {
  eye: /\b(?:eyes?|ophth\w*)\b/i,
  ear: /\b(?:ears?|otic)\b/i,
  nose: /\b(?:nasal|nose)\b/i,
  vagina: /\b(?:vaginal|pessar(?:y|ies)|ovules?)\b/i,
  rectum: /\b(?:rectal|supp\w*|enemas?)\b/i,
  nebulizer: /\b(?:neb\w*|respules?)\b/i,
  inhaler: /\b(?:inhal\w*|mdi|dpi|\w*haler|puffs?|rotacaps?|respimat)\b/i,
  skin: /\b(?:creams?|ointments?|gels?|lotions?|patch(?:es)?|topical|soaps?|shampoos?)\b/i,
  injection: /\b(?:inj\w*|amp(?:ules?|oules?)?|vials?|pens?|flexpen|cartridges?)\b/i,
  mouth:
    /\b(?:oral|tabs?|tablets?|caps?|capsules?|syrups?|susp\w*|elixirs?|sachets?|granules?|chewables?|lozenges?)\b/i,
} as const;
type Way = keyof typeof WAYS;

/** Null where the form does not say it: "drops" are for the mouth or the eye. */
export const wayGiven = (form: string | null | undefined): Way | null =>
  (Object.keys(WAYS) as Way[]).find((way) => WAYS[way].test(form ?? "")) ?? null;
