import { expect, test } from "vitest";
import { aListedPatient } from "#web/testing-records.ts";
import { foundAmong } from "./found-among.ts";
import { searchIn } from "./search-cached.ts";

const mariluz = aListedPatient({
  id: 1,
  patientName: "Ybañez, Mariluz Sarmiento",
  admissionNo: "20261122-001",
  birthday: "1958-08-27",
});
const benjamin = aListedPatient({
  id: 2,
  patientName: "Uy, Benjamin dela Cruz",
  contactNumber: "+639175550148",
});

test("cached patients are searched like on the server: accents folded, words in any order, each once", () => {
  const found = (search: string) => foundAmong([benjamin, mariluz, mariluz], search).map(({ id }) => id);
  expect(found("sarmiento ybanez")).toEqual([1]);
  expect(found("DELACRUZ")).toEqual([2]);
  expect(found("20261122")).toEqual([1]);
  for (const phone of ["5550148", "0917 555 0148", "09175550148", "+63 917 555 0148", "0063 917 555 0148"])
    expect(found(phone)).toEqual([2]);
  expect(found("y")).toEqual([1, 2]);
  expect(found("27 Aug 1958")).toEqual([1]);
  expect(found("nobody")).toEqual([]);
});

test("cached patients are in the server's order: number, surname, first name, others", () => {
  const kept = [
    "Abad, Lito Macaraeg",
    "Uy, Macaraeg Jose",
    "Macaraeg, Zosimo",
    "Juan dela Cruz",
    "Cruz, Juana Adela",
  ].map((patientName, id) =>
    aListedPatient({ id, patientName, admissionNo: id === 0 ? "0815" : `2026-${id}` }),
  );
  const found = (search: string) => foundAmong(kept, search).map(({ patientName }) => patientName);
  expect(found("macaraeg")).toEqual(["Macaraeg, Zosimo", "Uy, Macaraeg Jose", "Abad, Lito Macaraeg"]);
  expect(found("dela cruz")).toEqual(["Juan dela Cruz", "Cruz, Juana Adela"]);
  expect(found("juan dela cruz")[0]).toBe("Juan dela Cruz");
  expect(found("cruz")).toEqual(["Cruz, Juana Adela", "Juan dela Cruz"]);
  expect(found("0815")).toEqual(["Abad, Lito Macaraeg"]);
});

test("filters and further pages need the server", () => {
  expect(searchIn("/api/patients?search=uy&limit=25")).toBe("uy");
  expect(searchIn("/api/patients?limit=25")).toBeNull();
  expect(searchIn("/api/patients?search=uy&status=Admitted&limit=25")).toBeNull();
  expect(searchIn("/api/patients?search=uy&cursor=abc&limit=25")).toBeNull();
});
