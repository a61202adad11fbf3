import { invalidField } from "#shared/errors.ts";

/** Words of an authority's name, that say no more than where it is or what it sends. */
const place =
  "(?: of [a-z]+(?: [a-z]+)?)?(?: (?:of|for|the|and|republic|philippines|philippine|ph|regional?|central|field|provincial|city|municipal|national|district|office|headquarters|hq|region|[ivx]+|ncr|car|barmm|calabarzon|mimaropa|official|advisor(?:y|ies)|alerts?|notices?|announcements?|bulletin|info|information|updates?|hotline|help ?desk|support|e ?services?|services|members?|team|\\d+))*";

/** A name of a city or province before an office, and no clinic that stands near one. */
const locality = "(?:(?!(?:clinic|dr|doctor|near|in|at|beside|across|front|behind|opposite)\\b)[a-z]+ ){0,4}";

const authorities = [
  "(?:department|dept|ministry) of health",
  "doh",
  "kagawaran ng (?:kalusugan|edukasyon|katarungan|pananalapi|paggawa)",
  "phil ?health",
  "philippine health insurance corporation",
  "(?:professional regulation|professional regulatory) commission",
  "prc",
  "bureau of internal revenue",
  "bir",
  "food and drug administration",
  "fda",
  "philippine drug enforcement agency",
  "pdea",
  "national privacy commission",
  "npc",
  "social security system",
  "sss",
  "government service insurance system",
  "gsis",
  "pag ?ibig(?: fund)?",
  "home development mutual fund",
  "(?:department|dept) of (?:social welfare and development|labor and employment|the interior and local government|justice|education|national defense|finance)",
  "dswd",
  "dole",
  "dilg",
  "(?:philippine )?national police",
  "pnp",
  "(?:the )?police(?: station| department)?",
  "national bureau of investigation",
  "nbi",
  "philippine statistics authority",
  "psa",
  "(?:world health organi[sz]ation|who|united nations|unicef)",
  "(?:department|dept) of (?:foreign affairs|migrant workers|information and communications technology|transportation|agriculture)",
  "dfa",
  "dmw",
  "dict",
  "deped",
  "owwa",
  "overseas workers welfare administration",
  "bureau of (?:immigration|quarantine|customs)",
  "comelec",
  "land transportation office",
  "lto",
  "national telecommunications commission",
  "ntc",
  // Banks and wallets, whose names false messages use.
  "(?:bangko sentral ng pilipinas|bsp)",
  "g ?cash",
  "maya (?:bank|wallet)",
  "(?:bdo(?: unibank)?|bpi|bank of the philippine islands|metrobank|land ?bank)",
  // The program that sends the messages.
  "klinika (?:admin(?:istrator)?|security|support|team)",
  "philippine red cross",
  "(?:office of the )?president of the philippines",
  "malacanang(?: palace)?",
  "(?:supreme court|commission on (?:audit|elections))",
  `${locality}(?:city|municipal|provincial|regional|rural|barangay) health (?:office|department|officer)(?: (?!clinic\\b)[a-z]+){0,2}`,
  `${locality}(?:city|municipal|provincial) (?:hall|government|police(?: station| office)?)`,
];

const authority = new RegExp(
  `^(?:official )?(?:the |republic of the philippines )?(?:${authorities.join("|")})${place}$`,
);

/** Cyrillic and Greek letters that look like a Latin one. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ["абвгеіјкмнорсѕтухԁһ", "a6breijkmhopcstyxdh"],
    ["αεικνορτυχ", "aeiknoptux"],
  ].flatMap(([from = "", to = ""]) => [...from].map((letter, at) => [letter, to.charAt(at)])),
);

/**
 * What a name is compared by: lowercase letters without accents, digits, and single spaces. Letters that look like
 * Latin ones are these, a zero among letters is an O, and letters set apart are one word.
 */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\p{Cf}/gu, "")
    .toLowerCase()
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => lookalikes[letter] ?? letter)
    .replace(/(?<=[a-z])0|0(?=[a-z])/g, "o")
    .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll(".", ""))
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b[a-z](?: [a-z]\b){2,}/g, (letters) => letters.replaceAll(" ", ""))
    .trim();

/**
 * Whether a clinic's whole name, or a part of it before or after a dash, comma, colon, bar or bracket, is that of an
 * authority, whose messages people trust. A name that only contains one ("Dr. Cruz Clinic near City Health", "Police
 * Street Clinic") is not.
 */
export const isAuthorityName = (name: string): boolean =>
  [name, ...name.split(/ [-–—] ?|[–—,:;|/()[\]]/u)].some((part) => authority.test(plain(part)));

const words =
  "This is the name of a government office or another authority. Please enter a name of your own.";

/**
 * For a name that a clinic's messages carry.
 * @throws Failure invalid with the field when it is an authority's.
 */
export function refuseAuthorityName(field: string, name: string): void {
  if (isAuthorityName(name)) throw invalidField(field, words);
}
