import fc from "fast-check";
import { expect, test } from "vitest";
import {
  doctorCredentials,
  fold,
  initials,
  searchWords,
  splitDoctorName,
  withWords,
} from "#shared/formats/names.ts";

test("a name is found regardless of ñ, accents, case, dots and spaces", () => {
  for (const typed of ["Pena", "pena", "PEÑA", "Peña", "Pen\u0303a", "PEN\u0303A"])
    expect(fold(typed)).toBe("pena");
  for (const typed of ["De la Cruz", "Dela Cruz", "delacruz", "DELA-CRUZ"])
    expect(fold(typed)).toBe("delacruz");
  expect(fold("O'Hara")).toBe("ohara");
  expect(fold("Ma. Teresa")).toBe("materesa");
  expect(fold("20261119-003")).toBe("20261119003");
});

test("folding twice changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test("a search keeps what contains each of its words", () => {
  const names = ["Dela Peña-Cruz, Ana", "Cruz, Juan"];
  const found = (search: string) => withWords(names, search, (name) => name);
  expect(found("cruz ANA")).toEqual(["Dela Peña-Cruz, Ana"]);
  expect(found("cruz")).toEqual(names);
  expect(found("cruz pedro")).toEqual([]);
  expect(found(" ")).toEqual(names);
});

test("a search is a few folded words", () => {
  expect(searchWords("  Peña,  MA. teresa ")).toEqual(["pena", "ma", "teresa"]);
  expect(searchWords(" . - ' ")).toEqual([]);
  expect(searchWords("")).toEqual([]);
  expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
  expect(searchWords("x".repeat(300))).toEqual(["x".repeat(100)]);
});

test.each([
  ["Macaraeg-Villanueva, Maria Concepcion", "MM"],
  ["Dela Cruz, Juan Miguel Santos", "JC"],
  ["Dela Peña, Consuelo", "CP"],
  ["Villarin, Emmanuel", "EV"],
  ["Ñañoz, Pia", "PÑ"],
  ["n\u0303an\u0303oz, pia", "PÑ"],
  ["Reyes Jr., Antonio", "AR"],
  ["Dr. Rafael Peñaflor", "RP"],
  ["Gina Alcantara", "GA"],
  ["Cher", "C"],
  ["Santos,", "S"],
  ["", ""],
])("%s is %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test.each([
  ["Dra. Maria Luisa de los Santos, MD, FPCP", "Maria Luisa", "de los Santos"],
  ["Dr. Rafael Peñaflor", "Rafael", "Peñaflor"],
  ["Rafael M. Peñaflor, MD, FPCP, FPCC", "Rafael M.", "Peñaflor"],
  ["Juan dela Cruz", "Juan", "dela Cruz"],
  ["Juan De la Cruz Jr.", "Juan", "De la Cruz"],
  ["Dr. Jose P. Rizal III MD", "Jose P.", "Rizal"],
  ["Jose Cruz, Jr., M.D.", "Jose", "Cruz"],
  ["Ma. Luisa Sta. Maria", "Ma. Luisa", "Sta. Maria"],
  ["Pedro San Jose", "Pedro", "San Jose"],
  ["Ana del Rosario", "Ana", "del Rosario"],
  ["Consuelo Macaraeg-Villanueva, MD, DPBO-HNS", "Consuelo", "Macaraeg-Villanueva"],
  ["Santos, Maria Luisa", "Maria Luisa", "Santos"],
  ["de los Santos, Maria, MD", "Maria", "de los Santos"],
  ["SANTOS, MARIA", "MARIA", "SANTOS"],
  ["Liza Tan, XYZQ", "Liza", "Tan"],
  ["Reyes, Antonio V.", "Antonio V.", "Reyes"],
  ["Dr. Dr. Liza Tan", "Liza", "Tan"],
  ["Santos", "", "Santos"],
  ["dela Cruz", "", "dela Cruz"],
  ["Dr. Santos, MD", "", "Santos"],
  ["Dr.", "", "Dr."],
  ["MD", "", "MD"],
  ["  ", "", ""],
])("%j is %j and %j", (typed, firstName, lastName) => {
  expect(splitDoctorName(typed)).toEqual({ firstName, lastName });
});

test.each([
  ["Dr. Rafael Peñaflor, MD, FPCP", "MD, FPCP"],
  ["Jose Cruz, Jr., M.D.", "Jr., M.D."],
  ["Dr. Juan Miguel Reyes Jr., MD", "Jr., MD"],
  ["Dr. Jose P. Rizal III MD", "III, MD"],
  ["Jose Cruz, MD, Jr.", "Jr., MD"],
  ["Reyes Jr., Antonio, MD", "Jr., MD"],
  ["Reyes, Antonio V.", null],
  ["Ana Reyes MD FPAFP", "MD, FPAFP"],
  ["Liza Tan, XYZQ", "XYZQ"],
  ["de los Santos, Maria, MD", "MD"],
  ["Maria Corazon de los Santos", null],
  ["MD", null],
  ["Dr. Santos", null],
])("behind the name of %j stands %j", (typed, credentials) => {
  expect(doctorCredentials(typed)).toBe(credentials);
});

test("some name is kept for any input", () => {
  const word = fc.constantFrom("Dr.", "MD", "Jr.", "de", "los", "Santos", "Ma.", ",", "FPCP", "san", "II");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (parts) => {
      const { firstName, lastName } = splitDoctorName(parts.join(" "));
      expect(lastName).not.toBe("");
      expect(lastName).toBe(lastName.trim());
      expect(firstName).toBe(firstName.trim());
    }),
  );
});
