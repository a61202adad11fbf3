import { expect, test } from "vitest";
import { isAuthorityName } from "./authority-name.ts";

test.each([
  "Department of Health",
  "DEPARTMENT  OF HEALTH",
  "Dept. of Health - Region IV",
  "D.O.H.",
  "DOH Central Office",
  "PhilHealth",
  "Phil-Health NCR",
  "PRC",
  "Professional Regulation Commission",
  "Bureau of Internal Revenue (BIR)",
  "FDA Philippines",
  "Philippine National Police",
  "Police Station 3",
  "City Health Office",
  "Quezon City Health Office",
  "Manila City Health Department",
  "Municipal Health Office of Taytay",
  "Reminders: Department of Health",
  "Pag-IBIG Fund",
])("%s is an authority's name", (name) => expect(isAuthorityName(name)).toBe(true));

test.each([
  "Dr. Cruz Clinic near City Health",
  "Dr. Cruz Clinic",
  "Police Street Clinic",
  "City Health Medical Clinic",
  "Dr. Bir Pediatric Clinic",
  "Santos Family Health",
  "PhilHealth Accredited Clinic of Dr. Reyes",
  "Dolé Medical Clinic",
  "Reyes Clinic, in front of City Hall",
])("%s is a clinic's name", (name) => expect(isAuthorityName(name)).toBe(false));
