import { describe, expect, test } from "vitest";
import { type PrescribedMedicine, prescriptionSheet, type SheetInput } from "#shared/prescription/sheet.ts";

const furosemide: PrescribedMedicine = {
  name: "furosemide",
  brandName: "Lasix",
  strength: "20 mg",
  form: "tablet",
  quantity: "30",
  dosage: "1 tab",
  frequency: "OD, morning",
  duration: "30 days",
  instructions: "Weigh yourself every morning.",
};

const complete: SheetInput = {
  clinic: { name: "Peñaflor Heart Clinic", address: "Osmeña Blvd., Cebu City 6000", phone: "+63322550142" },
  patient: {
    name: "Dela Peña, Consuelo",
    birthday: "1959-03-08",
    sex: "F",
    address: "14 Sikatuna St., Cebu City",
  },
  date: "2026-11-20",
  medications: [furosemide],
  additionalInstructions: "Low-salt diet.",
  physician: {
    name: "Rafael M. Peñaflor, MD",
    license: "0098412",
    specialization: "Cardiology",
    ptr: "2614407, Cebu City, 2026",
  },
  nextVisit: "2026-12-18",
  prescriptionId: 1842,
};

const withMedicine = (change: Partial<PrescribedMedicine>) =>
  prescriptionSheet({ ...complete, medications: [{ ...furosemide, ...change }] });

test("a complete prescription is the page as it prints", () => {
  expect(prescriptionSheet(complete)).toEqual({
    clinic: {
      name: "Peñaflor Heart Clinic",
      address: "Osmeña Blvd., Cebu City 6000",
      phone: "+63 32 255 0142",
    },
    patient: { name: "Dela Peña, Consuelo", ageAndSex: "67 / F", address: "14 Sikatuna St., Cebu City" },
    date: "November 20, 2026",
    lines: [
      {
        number: 1,
        generic: "furosemide 20 mg tablet",
        brand: "(Lasix)",
        quantity: "#30",
        sig: "1 tablet, once a day, in the morning, for 30 days",
        refill: null,
        instructions: "Weigh yourself every morning.",
      },
    ],
    diagnosis: null,
    additionalInstructions: "Low-salt diet.",
    physician: {
      name: "Rafael M. Peñaflor, MD",
      lines: ["Cardiology", "PRC License No. 0098412", "PTR No. 2614407, Cebu City, 2026"],
    },
    nextVisit: "December 18, 2026",
    reference: "Prescription ID 1842",
    copies: [],
    warnings: [],
    problems: [],
  });
});

test("the age is that of the day it was written", () => {
  const born = { ...complete.patient, birthday: "2026-04-21" };
  expect(prescriptionSheet({ ...complete, patient: born }).patient.ageAndSex).toBe("6 mo / F");
  expect(prescriptionSheet({ ...complete, patient: born, date: "2026-11-21" }).patient.ageAndSex).toBe(
    "7 mo / F",
  );
});

test("missing values are marked on the page and in warnings, and it still prints", () => {
  const sheet = prescriptionSheet({
    ...complete,
    clinic: { name: "Peñaflor Heart Clinic" },
    patient: { name: "Dela Peña, Consuelo" },
    medications: [{ name: "furosemide", dosage: "1 tab", frequency: "OD", duration: "30 days" }],
    physician: { name: "Rafael M. Peñaflor, MD", license: "0098412" },
    prescriptionId: null,
  });
  expect(sheet.patient).toEqual({
    name: "Dela Peña, Consuelo",
    ageAndSex: "not given / not given",
    address: "not given",
  });
  expect(sheet.lines[0]?.quantity).toBe("# not given");
  expect(sheet.physician.lines).toEqual(["PRC License No. 0098412", "PTR No. not given"]);
  expect(sheet.reference).toBe("Not saved yet");
  expect(sheet.warnings).toEqual([
    "No patient address. Seniors need it for their discount.",
    "No patient age.",
    "No patient sex.",
    "No clinic address. Add it in Settings.",
    "No clinic phone. Add it in Settings.",
    "No PTR number. Pharmacies may ask for it.",
    "furosemide: no quantity, no strength, no form.",
  ]);
  expect(sheet.problems).toEqual([]);
});

test("quantities", () => {
  expect(withMedicine({ quantity: "#21" }).lines[0]?.quantity).toBe("#21");
  expect(withMedicine({ quantity: "1 bottle" }).lines[0]?.quantity).toBe("1 bottle");
});

test("last year's PTR causes a warning", () => {
  const { warnings } = prescriptionSheet({
    ...complete,
    physician: { ...complete.physician, ptr: "123, Cebu, 2025" },
  });
  expect(warnings).toEqual(["This PTR is from 2025. PTRs are renewed every January."]);
});

test("an unclear SIG causes a warning with its medicine", () => {
  expect(withMedicine({ frequency: "BID", dosage: "1 tab OD" }).warnings).toEqual([
    "furosemide 20 mg tablet: the SIG says both “once a day” and “twice a day”.",
  ]);
});

describe("printing stops", () => {
  test("without medicines, physician or license", () => {
    const empty = { ...complete, medications: [], physician: { name: " ", license: "" } };
    expect(prescriptionSheet(empty).problems).toEqual([
      "At least one medication is required",
      "Physician name is required",
      "License number is required",
    ]);
  });

  test("while a medicine is half filled", () => {
    expect(withMedicine({ dosage: "", frequency: " ", duration: "" }).problems).toEqual([
      "SIG is required",
      "Frequency is required",
      "Duration is required",
    ]);
  });

  test("for a brand without its generic", () => {
    expect(withMedicine({ name: "Lasix" }).problems).toHaveLength(1);
  });

  test.each(["instructions", "dosage", "brandName", "quantity"] as const)(
    "for “no substitution” in %s",
    (field) => {
      expect(withMedicine({ [field]: "1 tab, no substitution" }).problems.join()).toContain("RA 6675");
    },
  );

  test("for “dispense as written” below", () => {
    const { problems } = prescriptionSheet({ ...complete, additionalInstructions: "Dispense as written" });
    expect(problems.join()).toContain("RA 6675");
  });

  test("for a dangerous drug, with and without an S2 number", () => {
    expect(withMedicine({ name: "diazepam", brandName: null }).problems.join()).toContain("S2 number");
    const holder = { ...complete, physician: { ...complete.physician, s2: "S2-77" } };
    const sheet = prescriptionSheet({
      ...holder,
      medications: [{ ...furosemide, name: "diazepam", brandName: "" }],
    });
    expect(sheet.problems.join()).toContain("DOH yellow form");
    expect(sheet.physician.lines.at(-1)).toBe("S2 No. S2-77");
  });

  test("for a dangerous drug together with another medicine", () => {
    const { problems } = prescriptionSheet({
      ...complete,
      physician: { ...complete.physician, s2: "S2-77" },
      medications: [furosemide, { ...furosemide, name: "diazepam", brandName: "" }],
      isTriplicateAllowed: true,
    });
    expect(problems).toEqual([
      "Diazepam is a dangerous drug (RA 9165). It must be on its own prescription. Write it separately.",
    ]);
  });
});

test("while ordinary paper is allowed, a dangerous drug prints in triplicate, in words and without a refill", () => {
  const sheet = prescriptionSheet({
    ...complete,
    physician: { ...complete.physician, s2: "S2-77" },
    medications: [{ ...furosemide, name: "diazepam", brandName: "", quantity: "21" }],
    isTriplicateAllowed: true,
  });
  expect(sheet.problems).toEqual([]);
  expect(sheet.lines[0]).toMatchObject({ quantity: "twenty-one (21)", refill: "NO REFILL" });
  expect(sheet.copies).toEqual(["Pharmacy's copy", "Patient's copy", "Doctor's copy"]);
  expect(prescriptionSheet({ ...complete, isTriplicateAllowed: true }).copies).toEqual([]);
});
