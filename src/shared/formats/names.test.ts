import fc from "fast-check";
import { expect, test } from "vitest";
import { doctorCredentials, splitDoctorName } from "#shared/formats/doctor-names.ts";
import { initials } from "#shared/formats/names.ts";

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
