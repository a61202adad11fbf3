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
  /\b(?:come back|back|return|follow[- ]?up|ff-?up)\s+(?:in|after)\s+(\d{1,3}|an?|one|two|three|four|six)\s+(day|week|month)s?\b/i;
const NUMBERS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, six: 6 };
const LONGEST_RETURN = 730;

export type Segment = { text: string; start: number };

/** What is not to be given or done, or only under a condition; also in Filipino. */
const UNDOES =
  /\b(?:stop\w*|discontinu\w*|d\/c|dc|hold|held|withh[eo]ld|no|not|don'?t|never|avoid|without|defer\w*|cancel\w*|skip|omit|off|wean|finished|completed|consumed|was|were|had|previous\w*|prior|former\w*|past|history|allerg\w*|intoleran\w*|hypersensitiv\w*|refus\w*|declin\w*|instead|except|until|unless|if|kung|huwag|wag|itigil|tigil|ihinto|bawal)\b/i;
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
    return !isUndone && !GOES_ON.test(text) && !GOES_ON.test(parts[index + 1]?.text ?? "");
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

function medicineIn({ text, start }: Segment): PlannedMedicine | null {
  // No medicine's line is longer, and the expression is slow on a long text that does not match.
  const groups = text.length <= 200 ? MEDICINE.exec(text)?.groups : undefined;
  if (!groups || UNDOES.test(groups.name ?? "") || NO_NAME.test(groups.name ?? "")) return null;
  const { name = "", strength = "", form = "", dosage = "", frequency = "", duration = "" } = groups;
  return { name, strength, form, dosage, frequency, duration, start, end: start + text.length };
}

/** The medicines in a plan. Uncertain matches stay text. */
export function plannedMedicines(plan: string): PlannedMedicine[] {
  return segments({ text: plan, start: 0 }, /\n|;|\.(?=\s|$)/g)
    .slice(0, 100)
    .flatMap((segment) => {
      const whole = medicineIn(segment);
      if (whole) return [whole];
      return doneParts(segments(segment, /,/g)).flatMap((part) => medicineIn(part) ?? []);
    })
    .slice(0, 20);
}

/** When the patient should return, by the first mention in the plan. */
export function plannedReturn(plan: string): PlannedReturn | null {
  const found = RETURN.exec(plan);
  if (!found) return null;
  const [words, count = "", unit = ""] = found;
  const number = NUMBERS[count.toLowerCase()] ?? Number(count);
  const days =
    unit.toLowerCase() === "day"
      ? number
      : unit.toLowerCase() === "week"
        ? number * 7
        : Math.round((number * 30.4) / 7) * 7;
  if (days < 1 || days > LONGEST_RETURN) return null;
  return { days, words, start: found.index, end: found.index + words.length };
}
