import { invalidField } from "#shared/errors.ts";

/** Words of an authority's name, that say no more than where it is. */
const place =
  "(?: of [a-z]+(?: [a-z]+)?)?(?: (?:of|for|the|and|republic|philippines|philippine|ph|regional?|central|field|provincial|city|municipal|national|district|office|headquarters|hq|region|[ivx]+|ncr|car|barmm|calabarzon|mimaropa|\\d+))*";

/** A name of a city or province before an office, and no clinic that stands near one. */
const locality = "(?:(?!(?:clinic|dr|doctor|near|in|at|beside|across|front|behind|opposite)\\b)[a-z]+ ){0,4}";

const authorities = [
  "(?:department|dept|ministry) of health",
  "doh",
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
  "world health organi[sz]ation",
  "philippine red cross",
  "(?:office of the )?president of the philippines",
  "malacanang(?: palace)?",
  "(?:supreme court|commission on (?:audit|elections))",
  `${locality}(?:city|municipal|provincial|regional|rural|barangay) health (?:office|department|officer)`,
  `${locality}(?:city|municipal|provincial) (?:hall|government|police(?: station| office)?)`,
];

const authority = new RegExp(`^(?:the |republic of the philippines )?(?:${authorities.join("|")})${place}$`);

/** What a name is compared by: lowercase letters without accents, digits, and single spaces. */
const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\b(?:[a-z]\.){2,}/g, (letters) => letters.replaceAll(".", ""))
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, " ")
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
