import { aPerson, type Person } from "../demo/people.ts";
import { Random } from "../demo/random.ts";

/**
 * A realistic list with known contents: people by their number, some of them twice in another spelling, some rows with an
 * unreadable cell. Birthday and number are different for everybody, so that a plain recount can tell who was imported.
 */
export type MadeList = {
  bytes: Buffer;
  /** Who must be registered once: a name without its spelling, and the birthday. */
  people: { key: string }[];
  /** Rows that repeat a person further up. */
  doubles: number;
  /** Rows with an error. */
  faults: number;
  rows: number;
};

const DAY = 86_400_000;

/** Letters only: how the recount compares names. */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const sexWords = { M: ["M", "male", "Lalaki", "L"], F: ["F", "Female", "Babae", "B", "f."] } as const;

/** Every how many rows the irregularities of real lists appear. */
const every = { double: 40, fault: 70, header: 900, empty: 500 };

export function madeList(size: number, seed: number, today: string): MadeList {
  const random = new Random(seed);
  const lines = ["Dr. Reyes Clinic - MASTER LIST,,,,,,", ",,,,,,"];
  const header = "PANGALAN,KAARAWAN,KASARIAN,CP #,TIRAHAN,HMO,LAST VISIT";
  lines.push(header);
  const people: MadeList["people"] = [];
  const made: { person: Person; birthday: Date; phone: string }[] = [];
  let doubles = 0;
  let faults = 0;
  const first = Date.UTC(1930, 0, 1);
  while (people.length + doubles + faults < size) {
    const row = people.length + doubles + faults + 1;
    const again = row % every.double === 0 ? made[random.between(0, made.length - 1)] : undefined;
    if (again) {
      doubles += 1;
      lines.push(line(random, again, true));
      continue;
    }
    const person = aPerson(random, today);
    // Unique within a thousand people, so that no two people are taken for one by chance.
    const birthday = new Date(first + ((row * 7919) % 34_000) * DAY);
    const phone = `09${String(170_000_000 + row).padStart(9, "0")}`;
    const one = { person, birthday, phone };
    if (row % every.fault === 0) {
      faults += 1;
      lines.push(line(random, one, false, random.one(["birthday", "sex", "phone"] as const)));
      continue;
    }
    made.push(one);
    people.push({ key: `${plainName(person.patientName)} ${isoDay(birthday)}` });
    lines.push(line(random, one, false));
    if (row % every.header === 0) lines.push(header);
    if (row % every.empty === 0) lines.push(",,,,,,");
  }
  return { bytes: Buffer.from(lines.join("\r\n"), "latin1"), people, doubles, faults, rows: size };
}

const isoDay = (day: Date) => day.toISOString().slice(0, 10);

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function line(
  random: Random,
  { person, birthday, phone }: { person: Person; birthday: Date; phone: string },
  isAgain: boolean,
  fault: "birthday" | "sex" | "phone" | null = null,
): string {
  const [month, day, year] = [birthday.getUTCMonth() + 1, birthday.getUTCDate(), birthday.getUTCFullYear()];
  const days = [
    `${month}/${day}/${year}`,
    `${String(month).padStart(2, "0")}/${String(day).padStart(2, "0")}/${year}`,
    `${months[month - 1]} ${day}, ${year}`,
    `${day}-${months[month - 1]}-${year}`,
    isoDay(birthday),
    String(Math.round((birthday.getTime() - Date.UTC(1899, 11, 30)) / DAY)),
  ];
  const phones = [
    phone,
    phone.slice(1),
    `+63 ${phone.slice(1, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`,
    `${phone.slice(0, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}`,
  ];
  const name = random.happens(isAgain ? 0.8 : 0.3) ? person.patientName.toUpperCase() : person.patientName;
  return [
    random.happens(0.1) ? `  ${name} ` : name,
    fault === "birthday" ? "13/45/1980" : random.one(days),
    fault === "sex" ? "?!" : random.one(sexWords[person.sex]),
    fault === "phone" ? "0917 55 012" : random.one(phones),
    random.one(["Cebu City", "Brgy. Guadalupe, Cebu City", "Mandaue", ""]),
    random.one(["Maxicare", "Intellicare", "", "none"]),
    random.one(["11/02/25", "", "06/14/26"]),
  ]
    .map(quoted)
    .join(",");
}
