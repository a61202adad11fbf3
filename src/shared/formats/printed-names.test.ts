import fc from "fast-check";
import { expect, test } from "vitest";
import { givenNameFirst, signedName } from "#shared/formats/printed-names.ts";

test.each([
  ["Dela Cruz, Juan Miguel", "Juan Miguel Dela Cruz"],
  ["Dela Cruz, Juan Jr., Sipag", "Juan Sipag Dela Cruz Jr."],
  ["Dela Cruz, Juan Miguel Jr.", "Juan Miguel Dela Cruz Jr."],
  ["Dela Cruz, Juan Miguel, Jr.", "Juan Miguel Dela Cruz Jr."],
  ["Dela Cruz Jr., Juan Sipag", "Juan Sipag Dela Cruz Jr."],
  ["Dela Cruz, Jr., Juan", "Juan Dela Cruz Jr."],
  ["Dela Cruz, Juan, III", "Juan Dela Cruz III"],
  ["Peñaranda-Ybañez, Ma. Concepción Immaculada Ñ. III", "Ma. Concepción Immaculada Ñ. Peñaranda-Ybañez III"],
  ["De los Santos, José Miguel Jr.", "José Miguel De los Santos Jr."],
  ["Macaraeg-Villanueva, Maria Concepcion dela Peña", "Maria Concepcion dela Peña Macaraeg-Villanueva"],
  ["Sta. Maria, Ma. Luisa", "Ma. Luisa Sta. Maria"],
  ["Reyes, Antonio V.", "Antonio V. Reyes"],
  ["Villarin , Emmanuel", "Emmanuel Villarin"],
  ["Juan Dela Cruz", "Juan Dela Cruz"],
  ["Juan Cruz, Jr.", "Juan Cruz Jr."],
  ["Santos,", "Santos"],
  ["Cher", "Cher"],
])("in a sentence %s is %s", (stored, text) => {
  expect(givenNameFirst(stored)).toBe(text);
});

test("no word of a name is lost in a sentence", () => {
  const word = fc.constantFrom("Dela", "Cruz", "Juan", "Ma.", "Jr.", "III", "V.", "Ñ.", ",", "Sipag");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      const stored = words.join(" ");
      const sorted = (text: string) =>
        text
          .split(/[\s,]+/u)
          .filter(Boolean)
          .toSorted()
          .join(" ");
      expect(sorted(givenNameFirst(stored))).toBe(sorted(stored));
    }),
  );
});

test.each([
  ["Rafael", "Peñaflor", "MD", "Rafael Peñaflor, MD"],
  ["Juan Miguel", "Reyes", "Jr., MD", "Juan Miguel Reyes Jr., MD"],
  ["Jose", "Cruz", "III", "Jose Cruz III"],
  ["", "Santos", null, "Santos"],
])("%s %s, %s signs as %s", (firstName, lastName, credentials, signed) => {
  expect(signedName({ firstName, lastName, credentials })).toBe(signed);
});
