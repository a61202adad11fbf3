/** A medicine in a plan: "losartan 100 mg od 30 days". */
export type PlannedMedicine = {
  name: string;
  strength: string;
  form: string;
  dosage: string;
  frequency: string;
  duration: string;
  /** Its position in the text. */
  start: number;
  end: number;
};

/** "back in 2 weeks", in whole days; months as whole weeks, so that the weekday stays the same. */
export type PlannedReturn = { days: number; words: string; start: number; end: number };

const VERBS =
  "(?:(?:start|continue|cont|resume|give|take|may give|may take|add|increase|decrease|shift to|and|plus|also)\\s+)?";
const NAME = "(?<name>[a-z][a-z+\\- ]{2,58}?)";
const STRENGTH =
  "(?<strength>\\d+(?:\\.\\d+)?(?:/\\d+(?:\\.\\d+)?)?\\s?(?:mg|mcg|g|iu|units?|%)(?:/(?:\\d+\\s?)?ml)?)";
const FORM = "(?<form>tab(?:let)?s?|cap(?:sule)?s?|syrup|susp(?:ension)?|neb(?:ule)?s?|cream|ointment|drops)";
const DOSE = "(?<dosage>(?:\\d+(?:[./]\\d+)?|½)\\s?(?:tab(?:let)?s?|cap(?:sule)?s?|ml|puffs?|drops?|nebs?))";
const FREQUENCY =
  "(?<frequency>od|bid|tid|qid|qd|hs|prn|q\\d{1,2}h|(?:once|twice|\\d times) a day|daily|at bedtime|every (?:\\d{1,2} hours|morning|evening|night|other day))";
const DURATION = "(?:(?:for|x)\\s+)?(?<duration>\\d{1,3}\\s?(?:days?|weeks?|wks?|months?|mos?))";

const MEDICINE = new RegExp(
  `^${VERBS}${NAME}\\s+${STRENGTH}(?:[\\s,]+${FORM})?(?:[\\s,]+${DOSE})?[\\s,]+${FREQUENCY}(?:[\\s,]+${DURATION})?$`,
  "i",
);
const RETURN =
  /\b(?:come back|back|return|follow[- ]?up|ff-?up)\s+(?:in|after)\s+(\d{1,3}|an?|one|two|three|four|six)\s+(day|week|month)s?\b/gi;
const NUMBERS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, six: 6 };
const LONGEST_RETURN = 730;

export type Segment = { text: string; start: number };

/** Words that deny what stands with them, or tell of the past; also in Filipino. */
const DENIES =
  "no|not|\\w+n['’]t|dont|doesnt|never|without|defer\\w*|cancel\\w*|skip\\w*|omit\\w*|unnecessary|was|were|had|previous\\w*|prior|past|refus\\w*|declin\\w*|instead|huwag|wag|hindi|bawal";
const CONDITIONS = "if|unless|in case|kung|kapag|pag";
/** What is not to be given or done, or only under a condition. */
const UNDOES = new RegExp(
  `\\b(?:${DENIES}|${CONDITIONS}|stop\\w*|discontinu\\w*|d/c|dc|hold|held|withh[eo]ld|avoid|off|wean|finished|completed|consumed|former\\w*|history|allerg\\w*|intoleran\\w*|hypersensitiv\\w*|except|until|itigil|tigil|ihinto)\\b`,
  "i",
);
/** A part that only says that the one before it is not given or done. */
const UNDOES_BEFORE =
  /^(?:(?:is|was|were|now|but)\s+)*(?:on hold|hold|held|stop(?:ped)?|discontinued?|d\/c|not|no longer|cancel+ed|deferred|refused|declined|completed|finished|consumed)(?:\s+(?:needed|done|given|taken|tolerated|required|anymore|now|today))*\.?$/i;
/** Words beside a medicine that its name does not have. */
const NO_NAME =
  /\b(?:to|from|on|or|then|followed|takes|taking|taken|consider|may|might|reduce|taper|titrate|up|dose|after|before|when|patient|pt|same|for|in|at|still|currently|already)\b/i;
const STARTS = /^(?:start|continue|cont|resume|give|take|add|shift to)\s/i;
const GOES_ON = /^(?:then|followed by|and then|after which)\b/i;

/**
 * The parts of a sentence that say what is to be given or done. After "stop" or "no need for" the next ones are not,
 * until one says so, and what changes later ("5 days, then") is not the whole of it.
 */
export function doneParts<Part extends Segment>(parts: readonly Part[]): Part[] {
  let isUndone = false;
  return parts.filter(({ text }, index) => {
    if (UNDOES.test(text)) isUndone = true;
    else if (STARTS.test(text)) isUndone = false;
    const next = parts[index + 1]?.text ?? "";
    return !isUndone && !GOES_ON.test(text) && !GOES_ON.test(next) && !UNDOES_BEFORE.test(next);
  });
}

/** The text between the dividers, trimmed. A dot between digits does not divide. */
export function segments({ text, start: from }: Segment, dividers: RegExp): Segment[] {
  const found: Segment[] = [];
  let at = 0;
  const put = (until: number) => {
    const raw = text.slice(at, until);
    const trimmed = raw.trim();
    if (trimmed) found.push({ text: trimmed, start: from + at + raw.indexOf(trimmed) });
  };
  for (const divider of text.matchAll(dividers)) {
    put(divider.index);
    at = divider.index + divider[0].length;
  }
  put(text.length);
  return found;
}

/**
 * The sentences of a plan that say what is to be given or done: not those after "Defer:" in its line, nor below "STOP:"
 * until an empty line or the next heading. What stands before a colon says of which the rest is: "CBC: not needed".
 */
export function doneSentences(plan: string, dividers: RegExp): Segment[] {
  /** What ends it. */
  let undone: RegExp | null = null;
  let at = 0;
  return segments({ text: plan, start: 0 }, dividers).filter(({ text, start }) => {
    const end = start + text.length;
    if (undone?.test(plan.slice(at, start))) undone = null;
    at = end;
    const [heading, more] = /^\s*:[ \t]*(\S)?/.exec(plan.slice(text.endsWith(":") ? end - 1 : end)) ?? [];
    if (heading !== undefined) undone = UNDOES.test(text) ? (more ? /[.\n]/ : /\n\s*\n/) : null;
    return undone === null && more === undefined;
  });
}

function medicineIn({ text, start }: Segment): PlannedMedicine | null {
  // No medicine's line is longer, and the expression is slow on a long text that does not match.
  const groups = text.length <= 200 ? MEDICINE.exec(text)?.groups : undefined;
  if (!groups || UNDOES.test(groups.name ?? "") || NO_NAME.test(groups.name ?? "")) return null;
  const { name = "", strength = "", form = "", dosage = "", frequency = "", duration = "" } = groups;
  return { name, strength, form, dosage, frequency, duration, start, end: start + text.length };
}

/** The medicines in a plan. Uncertain matches stay text. */
export function plannedMedicines(plan: string): PlannedMedicine[] {
  return doneSentences(plan, /\n|;|\.(?=\s|$)/g)
    .slice(0, 100)
    .flatMap((segment) => {
      const whole = medicineIn(segment);
      if (whole) return [whole];
      return doneParts(segments(segment, /,/g)).flatMap((part) => medicineIn(part) ?? []);
    })
    .slice(0, 20);
}

const NOT_BACK = new RegExp(`\\b(?:${DENIES}|fail\\w*|lost|miss\\w*|di)\\b`, "i");
const MAY_BE_BACK = new RegExp(`\\b(?:${CONDITIONS})\\b`, "i");
/** Right before it: results come back, and a dose is cut back. */
const NO_VISIT =
  /\b(?:came|cut|switch\w*|step\w*|(?:results?|labs?|cultures?|biopsy)(?:\s+(?:will be|to be|are|is))?)\s*$/i;
/** Right after the time: "if fever persists", "is not needed", and not "or sooner if worse". */
const NOT_AFTER_ALL = new RegExp(
  `^[\\s,(-]*(?:(?:only|is|are)\\s+)*(?:${DENIES}|${CONDITIONS}|when|as needed|prn)\\b`,
  "i",
);

/** When the patient should return, by the first mention in the plan that is neither denied nor under a condition. */
export function plannedReturn(plan: string): PlannedReturn | null {
  for (const { text, start } of doneSentences(plan, /\n|;|:|\.(?=\s|$)/g))
    for (const found of text.matchAll(RETURN)) {
      const [words, count = "", unit = ""] = found;
      const before = text.slice(0, found.index);
      if (
        NO_VISIT.test(before) ||
        MAY_BE_BACK.test(before) ||
        NOT_BACK.test(before.split(/,|\b(?:and|then|but)\b/i).at(-1) ?? "")
      )
        continue;
      if (NOT_AFTER_ALL.test(text.slice(found.index + words.length))) continue;
      const days = daysIn(NUMBERS[count.toLowerCase()] ?? Number(count), unit.toLowerCase());
      const at = start + found.index;
      return days < 1 || days > LONGEST_RETURN ? null : { days, words, start: at, end: at + words.length };
    }
  return null;
}

const daysIn = (count: number, unit: string): number =>
  unit === "day" ? count : unit === "week" ? count * 7 : Math.round((count * 30.4) / 7) * 7;
