import { expect, test } from "vitest";
import { namesContradict, sameName } from "./same-name.ts";

test.each([
  ["Reyes, Maria", "REYES,  maria"],
  ["Dela Peña, Maria", "De la Pena, Ma."],
  ["Delacruz, Juan", "DE LA CRUZ, JUAN"],
  ["Sta. Maria, Jose", "Santa Maria, Jose"],
  ["Reyes, Mary Ann", "Reyes, Maryann"],
  ["Cruz, Jose Jr.", "Cruz Jr., Jose"],
  ["Cruz, Jose, III", "Cruz, Jose 3rd"],
  ["Garcia-Lim, Ana", "Garcia Lim, Ana"],
  ["Juan dela Cruz", "Dela Cruz, Juan"],
  ["Dela Cruz Juan Miguel", "Dela Cruz, Juan Miguel"],
])("%s and %s are one name", (one, other) => {
  expect(sameName(one, other)).toBe("whole");
  expect(sameName(other, one)).toBe("whole");
});

test.each([
  ["Cruz, Juan Miguel S.", "Cruz, Juan Miguel Santos"],
  ["Cruz, Ana D.", "Cruz, Ana dela Peña"],
  ["Ana M. Cruz", "Cruz, Ana Mendoza"],
  ["Cruz, Jose V.", "Cruz, Jose Villanueva"],
])("%s shortens the middle name of %s", (one, other) => {
  expect(sameName(one, other)).toBe("initial");
  expect(sameName(other, one)).toBe("initial");
});

test.each([
  ["a name more", "Reyes, Maria", "Reyes, Maria Ana"],
  ["another name", "Reyes, Maria Ana", "Reyes, Maria Lina"],
  ["twins", "Kambal, Ana Marie", "Kambal, Ana Maria"],
  ["twins by one letter", "Kambal, Mark", "Kambal, Marc"],
  ["given names in another order", "Cruz, Ana Maria", "Cruz, Maria Ana"],
  ["given and middle name exchanged", "Cruz, Juan Santos", "Cruz, Santos Juan"],
  ["middle and surname exchanged", "Cruz, Juan Santos", "Santos, Juan Cruz"],
  ["father and son", "Cruz, Jose Sr.", "Cruz, Jose Jr."],
  ["a father, or his son", "Cruz, Jose", "Cruz, Jose Jr."],
  ["grandson", "Cruz, Jose II", "Cruz, Jose III"],
  ["a nickname", "Cruz, Jose", "Cruz, Pepe"],
  ["a short name", "Santos, Elizabeth", "Santos, Liz"],
  ["an initial for the first name", "Cruz, J.", "Cruz, Juan"],
  ["an initial in front of the middle", "Cruz, J. Miguel", "Cruz, Juan Miguel"],
  ["two initials", "Cruz, J. M.", "Cruz, Juan Miguel"],
  ["another initial", "Cruz, Ana S.", "Cruz, Ana Mendoza"],
  ["a middle initial more", "Cruz, Ana", "Cruz, Ana M."],
  ["a particle more", "Cruz, Juan", "Dela Cruz, Juan"],
  ["a slip", "Mendoza, Cristina", "Mednoza, Cristina"],
  ["a name of one word", "Maria", "Maria"],
  ["no name", "", ""],
])("%s: %s and %s are for a person to judge", (_, one, other) => {
  expect(sameName(one, other)).toBeNull();
  expect(sameName(other, one)).toBeNull();
});

test.each([
  ["Cruz, Ana", "Cruz, Ana M.", false],
  ["Reyes, Maria", "Reyes, Maria Ana", false],
  ["Cruz, Jose", "Cruz, Jose Jr.", false],
  ["Reyes, Maria Ana", "Reyes, Maria Lina", true],
  ["Kambal, Ana Marie", "Kambal, Ana Maria", true],
  ["Cruz, Jose Sr.", "Cruz, Jose Jr.", true],
])("of one number, %s against %s speaks against one person: %s", (one, other, expected) => {
  expect(namesContradict(one, other)).toBe(expected);
  expect(namesContradict(other, one)).toBe(expected);
});
