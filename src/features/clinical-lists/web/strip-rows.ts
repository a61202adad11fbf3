import type { Allergy, Medicine } from "#features/clinical-lists/contract.ts";
import type { Summary } from "#features/clinical-lists/summary-contract.ts";
import { wayKnownLabels } from "#features/clinical-lists/words.ts";
import { spanInWords } from "#shared/clinical/age.ts";
import { gestationDays, isPostTerm, pregnantText } from "#shared/clinical/pregnancy.ts";
import { signInShort, valueText } from "#shared/clinical/vital-signs.ts";
import { formatDay, manilaDay, shortDay } from "#shared/formats/dates.ts";

type Pregnancy = NonNullable<Summary["pregnancy"]>;

/** One row of a cell: its text, and the text at its right. */
export type StripRow = {
  key: string;
  text: string;
  /** After the text, in a lighter color. */
  detail?: string | undefined;
  /** A colored label: "Above 140/90". */
  flag?: { text: string; tone: "warn" | "bad" } | undefined;
  aside?: string | undefined;
  /** Left to the tabs on a phone's record. */
  isOnDesk?: boolean | undefined;
  isBad?: boolean | undefined;
};

/** Characters that fit on a line of a cell in any case, and the lines of a cell beside its title and "2 more". */
const LETTERS = 24;
const LINES = 5;

function linesOf({ text, detail = "", flag, aside = "" }: StripRow): number {
  const line = Math.max(LETTERS - aside.length, 8);
  return Math.ceil(text.length / line) + Math.ceil(detail.length / line) + (flag ? 1 : 0);
}

/** Current medicines that are shown whatever room they take. */
export const SHOWN_MEDICINES = 5;

/** As many rows as fit, but some in any case; and the number of the others. */
export function fitting(rows: readonly StripRow[], atLeast = 1): { shown: StripRow[]; hidden: number } {
  let used = 0;
  const end = rows.findIndex((row) => {
    used += linesOf(row);
    return used > LINES;
  });
  const count = end < 0 ? rows.length : Math.min(rows.length, Math.max(end, atLeast));
  return { shown: rows.slice(0, count), hidden: rows.length - count };
}

export function daysAgo(day: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days < 60 ? `${days} days ago` : `${spanInWords(day, today)} ago`;
}

export const allergyRow = ({
  id,
  substance,
  reaction,
  severity,
  howKnown,
  isFreeText,
}: Allergy): StripRow => ({
  key: String(id),
  text: substance,
  isBad: true,
  detail: [reaction, howKnown && wayKnownLabels[howKnown]].filter(Boolean).join(", ") || undefined,
  aside: isFreeText ? "free text" : (severity ?? undefined),
});

/**
 * "Pregnant, 24 weeks 3 days", the EDC, what it is dated by, and the score. From 42 weeks on it asks
 * for the outcome.
 */
export function pregnancyRows({ dueOn, datedBy, score }: Pregnancy, today: string): StripRow[] {
  const days = gestationDays(dueOn, today);
  const isOverdue = isPostTerm(days);
  const edc = `EDC ${formatDay(dueOn)}`;
  return [
    {
      key: "pregnancy",
      text: pregnantText(days),
      flag: isOverdue ? { text: "Record how it ended", tone: "warn" } : undefined,
    },
    { key: "edc", text: datedBy === "ultrasound" ? `${edc} by ultrasound` : edc },
    { key: "score", text: score },
  ];
}

export const medicineKey = ({ id, prescriptionId, item }: Medicine): string =>
  id === null ? `rx ${prescriptionId} ${item}` : String(id);

/** The day on which all of them end. */
export function commonEnd(medicines: readonly Medicine[]): string | null {
  const [first = null, ...others] = new Set(medicines.map(({ until }) => until));
  return others.length === 0 ? first : null;
}

/** `hasTitledEnd`: the title of the cell tells the last day. */
export function medicineRow(medicine: Medicine, today: string, hasTitledEnd = false): StripRow {
  const { generic, dose, frequency, until, source } = medicine;
  return {
    key: medicineKey(medicine),
    text: [generic, dose].filter(Boolean).join(" "),
    detail: undefined,
    aside: [
      frequency && frequency.length <= 12 ? frequency : null,
      hasTitledEnd
        ? null
        : until
          ? `to ${shortDay(until, today)}`
          : source === "prescription"
            ? "no end given"
            : source === "elsewhere"
              ? "elsewhere"
              : null,
    ]
      .filter(Boolean)
      .join(" · "),
  };
}

/** When the newest of them was measured; empty for none. */
export const measuredLast = (vitals: Summary["vitals"]): string =>
  vitals
    .map(({ recordedAt }) => recordedAt)
    .toSorted()
    .at(-1) ?? "";

/** Out of range ones first, with a label. */
export function vitalRows(vitals: Summary["vitals"], today: string): StripRow[] {
  const newest = measuredLast(vitals);
  const isOff = ({ flag }: Summary["vitals"][number]) => flag !== null && flag.level !== "ok";
  return [...vitals.filter(isOff), ...vitals.filter((vital) => !isOff(vital))].map((vital) => {
    const { sign, value, was, recordedAt, flag } = vital;
    const day = manilaDay(new Date(recordedAt));
    return {
      key: sign,
      text: signInShort(sign, valueText(sign, value)),
      flag:
        flag && isOff(vital) ? { text: flag.text, tone: flag.level === "red" ? "bad" : "warn" } : undefined,
      aside: [
        day === manilaDay(new Date(newest)) ? null : shortDay(day, today),
        was === null ? null : `was ${valueText(sign, was)}`,
      ]
        .filter(Boolean)
        .join(", "),
    };
  });
}

/** On a phone's record only those out of range are shown, or the first two if there are none. */
export function onPhones(rows: readonly StripRow[]): StripRow[] {
  const hasFlagged = rows.some(({ flag }) => flag);
  return rows.map((row, index) => ({ ...row, isOnDesk: hasFlagged ? !row.flag : index > 1 }));
}
