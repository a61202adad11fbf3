import { describe, expect, it } from "vitest";
import { fhirHeaders } from "./fhir-patient.ts";
import type { ListRow } from "./list-builder.ts";
import { readList } from "./read-in-worker.ts";
import { RefusedList } from "./refused-list.ts";

const read = async (file: unknown) => {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const list = await readList({ bytes: Buffer.from(text), sheet: null, encoding: null });
  const rows = list.chunks.flatMap((chunk) => JSON.parse(new TextDecoder().decode(chunk)) as ListRow[]);
  return {
    ...list,
    rows: rows.map(([row, cells]) => ({
      row,
      ...Object.fromEntries(
        fhirHeaders.map((header, index) => [header, cells[index] ?? ""]).filter(([, cell]) => cell),
      ),
    })),
  };
};

const bundle = (...resources: object[]) => ({
  resourceType: "Bundle",
  type: "collection",
  entry: resources.map((resource) => ({ resource })),
});
const patient = (fields: object = {}) => ({ resourceType: "Patient", id: "1", ...fields });

const refusal = (file: unknown) =>
  read(file).then(
    () => "read",
    (error: unknown) => (error instanceof RefusedList ? error.message : `threw ${String(error)}`),
  );

describe("a FHIR bundle", () => {
  it("becomes a list with a row for each patient, all columns known", async () => {
    const found = await read(
      bundle(
        patient({
          identifier: [
            { system: "http://philhealth.gov.ph/fhir/Identifier/philhealth-id", value: "12-345678901-2" },
            { type: { coding: [{ code: "MR" }] }, value: "A-0007" },
            { system: "http://philsys.gov.ph/fhir/Identifier/philsys-id", value: "6834-1234" },
          ],
          name: [
            { use: "old", family: "Reyes", given: ["Juan"] },
            { use: "official", family: "dela Cruz", given: ["Juan", "Santos"], suffix: ["Jr."] },
          ],
          gender: "male",
          birthDate: "1980-12-31",
          telecom: [
            { system: "phone", use: "home", value: "(032) 255 8000" },
            { system: "phone", use: "mobile", value: "+63 917 555 0123" },
            { system: "email", value: "juan@example.ph" },
          ],
          address: [
            {
              line: ["12 Mabini St."],
              city: "Cebu City",
              state: "Cebu",
              postalCode: "6000",
              country: "PH",
              extension: [
                {
                  url: "urn://example.com/ph-core/fhir/StructureDefinition/barangay",
                  valueCoding: { display: "Lahug" },
                },
              ],
            },
          ],
          maritalStatus: { coding: [{ code: "M", display: "Married" }] },
          contact: [
            {
              relationship: [{ text: "Wife" }],
              name: { family: "dela Cruz", given: ["Ana"] },
              telecom: [{ system: "phone", value: "0917 555 0124" }],
            },
          ],
        }),
      ),
    );
    expect(found).toMatchObject({ format: "fhir", encoding: null, leftOut: null, headers: fhirHeaders });
    expect(found.rows).toEqual([
      {
        row: 1,
        "Last name": "dela Cruz",
        "First name": "Juan Santos",
        Suffix: "Jr.",
        Birthday: "1980-12-31",
        Sex: "male",
        Phone: "+63 917 555 0123 / (032) 255 8000",
        Email: "juan@example.ph",
        Address: "12 Mabini St., Lahug, Cebu City, Cebu, 6000",
        "Patient number": "A-0007",
        "PhilHealth number": "12-345678901-2",
        Remarks:
          "Former name: Juan Reyes\nphilsys-id: 6834-1234\nMarital status: Married\nWife: Ana dela Cruz, 0917 555 0124",
      },
    ]);
  });

  it("brings active allergies, by every form of reference to the patient", async () => {
    const allergy = (reference: string, to: string, status = "active", verification = "confirmed") => ({
      resourceType: "AllergyIntolerance",
      patient: { reference },
      code: { text: to },
      clinicalStatus: { coding: [{ code: status }] },
      verificationStatus: { coding: [{ code: verification }] },
    });
    const found = await read({
      resourceType: "Bundle",
      entry: [
        { fullUrl: "urn:uuid:aa", resource: { resourceType: "Patient", name: [{ text: "Ana Cruz" }] } },
        {
          fullUrl: "https://x.test/fhir/Patient/7",
          resource: patient({ id: "7", name: [{ text: "Ben Cruz" }] }),
        },
        { resource: allergy("urn:uuid:aa", "Penicillin") },
        { resource: allergy("Patient/7", "Aspirin") },
        { resource: allergy("https://x.test/fhir/Patient/7", "Shrimp") },
        { resource: allergy("Patient/7", "Eggs", "resolved") },
        { resource: allergy("Patient/7", "Milk", "active", "refuted") },
      ],
    });
    expect(found.rows).toEqual([
      { row: 1, "Last name": "Cruz", "First name": "Ana", Allergies: "Penicillin" },
      {
        row: 2,
        "Last name": "Cruz",
        "First name": "Ben",
        Allergies: "Aspirin; Shrimp",
        Remarks: "Resolved allergy: Eggs",
      },
    ]);
  });

  it("knows an allergy's patient by a version too, and reports allergies of no patient in the file", async () => {
    const allergy = (patient: object, more: object = {}) => ({
      resource: { resourceType: "AllergyIntolerance", patient, code: { text: "Penicillin" }, ...more },
    });
    const at = (...entry: object[]) => ({
      resourceType: "Bundle",
      entry: [
        {
          fullUrl: "https://x.test/fhir/Patient/7",
          resource: patient({ id: "7", name: [{ text: "Ben Cruz" }] }),
        },
        ...entry,
      ],
    });
    for (const reference of ["Patient/7/_history/3", "https://x.test/fhir/Patient/7/_history/3"])
      expect((await read(at(allergy({ reference })))).rows[0]?.Allergies).toBe("Penicillin");
    const lost = await read(
      at(allergy({ identifier: { value: "77" } }), allergy({ reference: "Patient/8" })),
    );
    expect(lost.leftOut).toContain("AllergyIntolerance of no patient in this file (2)");
    // Codes as they were before R4.
    const older = await read(at(allergy({ reference: "Patient/7" }, { verificationStatus: "refuted" })));
    expect(older).toMatchObject({ leftOut: null });
    expect(older.rows[0]).not.toHaveProperty("Allergies");
  });

  it("names what an allergy is to, not its kind", async () => {
    const allergy = (code: string, cause: string, reaction = "Rash") => ({
      resourceType: "AllergyIntolerance",
      patient: { reference: "Patient/1" },
      code: { coding: [{ display: code }] },
      reaction: [
        {
          ...(cause && { substance: { text: cause } }),
          manifestation: [{ coding: [{ display: reaction }] }],
        },
      ],
    });
    const of = async (...all: [string, string, string?][]) =>
      (await read(bundle(patient(), ...all.map((one) => allergy(...one))))).rows[0];
    expect(await of(["Drug allergy", "Aspirin", "Angioedema"])).toMatchObject({
      Allergies: "Aspirin (Angioedema)",
    });
    expect(await of(["Allergy to substance (disorder)", "Latex"])).toMatchObject({
      Allergies: "Latex (Rash)",
    });
    expect(await of(["Penicillins", "Amoxicillin"])).toMatchObject({
      Allergies: "Penicillins (Rash); Amoxicillin (Rash)",
    });
    expect(await of(["Penicillin", "", "Propensity to adverse reactions to drug"])).toMatchObject({
      Allergies: "Penicillin",
    });
    // Better than nothing.
    expect(await of(["Drug allergy", "", "Hives"])).toMatchObject({ Allergies: "Drug allergy (Hives)" });
  });

  it("keeps what is known of an allergy", async () => {
    const allergy = (fields: object) => ({
      resourceType: "AllergyIntolerance",
      patient: { reference: "Patient/1" },
      ...fields,
    });
    const found = await read(
      bundle(
        patient({ name: [{ family: "Cruz" }] }),
        // After the example of R4.
        allergy({
          type: "allergy",
          category: ["food"],
          criticality: "high",
          verificationStatus: { coding: [{ code: "confirmed" }] },
          code: { coding: [{ code: "227493005", display: "Cashew nuts" }] },
          onsetDateTime: "2004",
          lastOccurrence: "2012-06",
          note: [{ text: "The criticality is high because of the observed anaphylaxis." }],
          reaction: [
            {
              substance: { coding: [{ display: "cashew nut allergenic extract" }] },
              manifestation: [{ coding: [{ display: "Anaphylactic reaction" }] }],
              severity: "severe",
            },
            { manifestation: [{ text: "Urticaria" }, { text: "Itch" }], severity: "moderate" },
          ],
        }),
        allergy({
          type: "intolerance",
          criticality: "low",
          verificationStatus: { coding: [{ code: "unconfirmed" }] },
          code: { text: "Milk" },
          reaction: [{ manifestation: [{ text: "Not recorded" }], severity: "mild" }],
        }),
        allergy({ reaction: [{ substance: { text: "Latex" }, description: "Swollen hands" }] }),
        allergy({ note: [{ text: "Something" }] }),
      ),
    );
    expect(found.rows).toEqual([
      {
        row: 1,
        "Last name": "Cruz",
        Allergies:
          "Cashew nuts (Anaphylactic reaction, severe, Urticaria, Itch, moderate, high risk); Milk (mild, intolerance, low risk, unconfirmed); Latex (Swollen hands)",
        Remarks:
          "Allergy to Cashew nuts: since 2004; last 2012-06; The criticality is high because of the observed anaphylaxis.",
      },
    ]);
    expect(found.leftOut).toContain("AllergyIntolerance without a substance (1)");
  });

  it("keeps other names, addresses and numbers, and extensions, in the remarks", async () => {
    const found = await read(
      bundle(
        patient({
          // As Synthea writes a patient.
          extension: [
            {
              url: "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
              extension: [
                { url: "ombCategory", valueCoding: { code: "2028-9", display: "Asian" } },
                { url: "text", valueString: "Filipino" },
              ],
            },
            {
              url: "http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName",
              valueString: "Luz Abad",
            },
            {
              url: "http://hl7.org/fhir/StructureDefinition/patient-birthPlace",
              valueAddress: { city: "Iloilo City", country: "PH" },
            },
          ],
          identifier: [
            { type: { coding: [{ code: "MR" }] }, value: "A-7" },
            {
              use: "old",
              type: { coding: [{ code: "MR", display: "Medical Record Number" }] },
              value: "A-1",
            },
          ],
          name: [
            { use: "official", family: "Cruz", given: ["Ana"], prefix: ["Mrs."] },
            { use: "maiden", family: "Santos", given: ["Ana"] },
            { use: "nickname", text: "Baby" },
          ],
          telecom: [
            { system: "email", value: "ana@example.ph" },
            { system: "email", use: "work", value: "ana@office.ph" },
            { system: "fax", value: "02 8123 4567" },
            { system: "phone", use: "old", value: "0917 555 0100" },
          ],
          address: [
            { use: "home", city: "Cebu City" },
            { use: "work", line: ["IT Park"], city: "Cebu City" },
            { use: "old", text: "Davao City" },
          ],
          multipleBirthInteger: 2,
          communication: [{ language: { coding: [{ code: "ceb", display: "Cebuano" }] } }],
          generalPractitioner: [{ display: "Dr. Lim" }],
          photo: [{ contentType: "image/png", data: "AA==" }],
          contact: [
            {
              relationship: [{ text: "Mother" }],
              name: { text: "Luz Santos" },
              telecom: [{ value: "0917 555 0101" }, { value: "0917 555 0102" }],
              address: { city: "Bacolod" },
            },
          ],
        }),
      ),
    );
    expect(found.rows).toEqual([
      {
        row: 1,
        "Last name": "Cruz",
        "First name": "Ana",
        Email: "ana@example.ph",
        Address: "Cebu City",
        "Patient number": "A-7",
        Remarks: [
          "Maiden name: Ana Santos",
          "Nickname: Baby",
          "Work address: IT Park, Cebu City",
          "Former address: Davao City",
          "Other email: ana@office.ph",
          "fax: 02 8123 4567",
          "Former phone: 0917 555 0100",
          "Former Medical Record Number: A-1",
          "Multiple birth, number 2",
          "Language: Cebuano",
          "General practitioner: Dr. Lim",
          "Race: Filipino",
          "Mothers maiden name: Luz Abad",
          "Birth place: Iloilo City, PH",
          "Mother: Luz Santos, 0917 555 0101, 0917 555 0102, Bacolod",
        ].join("\n"),
      },
    ]);
    expect(found.leftOut).toContain("Photo (1)");
  });

  it("knows an allergy's patient by a number, and no statement that contradicts it", async () => {
    const allergy = (patient: object, text: string) => ({
      resourceType: "AllergyIntolerance",
      patient,
      code: { text },
    });
    const number = (value: string) => [{ system: "http://x.test/mrn", value }];
    const found = await read(
      bundle(
        patient({ name: [{ family: ["de la", "Cruz"] }], gender: "F", identifier: number("A-1") }),
        patient({ id: "2", name: [{ family: "Reyes" }], gender: "M", identifier: number("A-2") }),
        allergy({ reference: "Patient?identifier=http://x.test/mrn|A-1" }, "Eggs"),
        allergy({ reference: "Patient?identifier=http%3A%2F%2Fx.test%2Fmrn%7CA-1" }, "Milk"),
        allergy({ reference: "Patient/1" }, "No known allergies"),
        allergy({ identifier: { system: "http://x.test/mrn", value: "A-2" } }, "No known allergies"),
        // The member's number of two dependents.
        patient({ id: "3", name: [{ family: "Uy" }], identifier: number("A-3") }),
        patient({ id: "4", name: [{ family: "Uy" }], identifier: number("A-3") }),
        allergy({ reference: "Patient?identifier=http://x.test/mrn|A-3" }, "Latex"),
      ),
    );
    expect(found.leftOut).toContain("Left out: AllergyIntolerance of no patient in this file (1).");
    expect(found.rows).toMatchObject([
      {
        "Last name": "de la Cruz",
        Sex: "female",
        Allergies: "Eggs; Milk",
        Remarks: expect.stringContaining("No known allergies"),
      },
      { "Last name": "Reyes", Sex: "male", Allergies: "No known allergies" },
      { "Last name": "Uy" },
      { "Last name": "Uy" },
    ]);
    expect(JSON.stringify(found.rows)).not.toContain("Latex");
  });

  it.each([
    [
      ["No Known Drug Allergies", "No Known Food Allergies", "No Known Allergies"],
      "No Known Allergies",
      undefined,
    ],
    [["No known drug allergy (situation)"], "No known drug allergy", undefined],
    [["No known drug allergy", "No known food allergy"], "No known food and drug allergies", undefined],
    [["No known food allergy"], undefined, "No known food allergy"],
    [["NKDA", "No known latex allergy"], "NKDA", "No known latex allergy"],
    [["No known seafood allergy", "Penicillin (substance)"], "Penicillin", "No known seafood allergy"],
  ])("takes no statement of %j for an allergy", async (statements, Allergies, Remarks) => {
    const allergies = statements.map((text) => ({
      resourceType: "AllergyIntolerance",
      patient: { reference: "Patient/1" },
      code: { coding: [{ display: text }] },
    }));
    const { rows } = await read(bundle(patient({ name: [{ family: "Cruz" }] }), ...allergies));
    expect(rows).toEqual([
      { row: 1, "Last name": "Cruz", ...(Allergies && { Allergies }), ...(Remarks && { Remarks }) },
    ]);
  });

  it("gives what is said of an empty number to nobody", async () => {
    const allergy = (reference: string) => ({
      resourceType: "AllergyIntolerance",
      patient: { reference },
      code: { text: "Penicillin" },
    });
    const found = await read(
      bundle(
        patient({ name: [{ family: "Cruz" }], identifier: [{ system: "http://x.test/mrn", value: "" }] }),
        patient({ id: "2", name: [{ family: "Uy" }], identifier: [{ use: "usual" }] }),
        allergy("Patient?identifier=http://x.test/mrn|"),
        allergy("Patient?identifier=|"),
        allergy("Patient?identifier="),
      ),
    );
    expect(found.rows.map((row) => Object.hasOwn(row, "Allergies"))).toEqual([false, false]);
    expect(found.leftOut).toContain("AllergyIntolerance of no patient in this file (3)");
  });

  it("gives what is said of a replaced patient to the one who replaced them", async () => {
    const found = await read(
      bundle(
        patient({ link: [{ type: "replaced-by", other: { reference: "Patient/2" } }] }),
        patient({ id: "2", name: [{ family: "Cruz" }] }),
        {
          resourceType: "AllergyIntolerance",
          patient: { reference: "Patient/1" },
          code: { text: "Penicillin" },
        },
      ),
    );
    expect(found.rows).toEqual([{ row: 2, "Last name": "Cruz", Allergies: "Penicillin" }]);
    expect(found.leftOut).toContain("Left out: Patient that another one replaced (1).");
  });

  it("has the observations that are fields of the patient", async () => {
    const observed = (code: string, value: object) => ({
      resourceType: "Observation",
      status: "final",
      code: { coding: [{ system: "http://loinc.org", code }] },
      subject: { reference: "Patient/1" },
      ...value,
    });
    const found = await read(
      bundle(
        patient({ name: [{ family: "Cruz" }] }),
        observed("11341-5", { valueCodeableConcept: { text: "Fisher" } }),
        observed("76516-4", { valueQuantity: { value: 199, unit: "days", code: "d" } }),
        observed("8302-2", { valueQuantity: { value: 165, code: "cm" } }),
      ),
    );
    expect(found.rows).toEqual([
      { row: 1, "Last name": "Cruz", Occupation: "Fisher", "Gestation at birth": "199 d" },
    ]);
    expect(found.leftOut).toContain("Left out: Observation (1).");
  });

  it("takes the current name, and says that a page of a search is not the whole", async () => {
    const names = [
      { use: "maiden", family: "Santos", given: ["Ana"] },
      { family: "Cruz", given: ["Ana"] },
    ];
    const found = await read({
      ...bundle(patient({ name: names })),
      link: [{ relation: "next", url: "https://x.test/fhir?page=2" }],
    });
    expect(found.rows[0]).toMatchObject({ "Last name": "Cruz" });
    expect(found.leftOut).toBe(
      "This file is one page of a search. Import the files of the next pages as well.",
    );
  });

  it("reports what else it contains, and omits replaced records", async () => {
    const found = await read(
      bundle(
        patient({ link: [{ type: "replaced-by", other: { reference: "Patient/2" } }] }),
        patient({ id: "2", name: [{ family: "Cruz" }] }),
        { resourceType: "Observation" },
        { resourceType: "Observation" },
        { resourceType: "Condition" },
      ),
    );
    expect(found.rows).toEqual([{ row: 2, "Last name": "Cruz" }]);
    expect(found.leftOut).toBe(
      "Only patients and their allergies are imported. Left out: Observation (2), Patient that another one replaced (1), Condition (1).",
    );
  });

  it("may be one resource a line", async () => {
    const lines = [
      patient({ name: [{ family: "Cruz" }] }),
      patient({ id: "2", name: [{ family: "Santos" }] }),
    ];
    const found = await read(`${lines.map((line) => JSON.stringify(line)).join("\r\n")}\r\n`);
    expect(found.rows).toEqual([
      { row: 1, "Last name": "Cruz" },
      { row: 2, "Last name": "Santos" },
    ]);
  });

  it("of a non-standard shape is read as far as possible", async () => {
    const found = await read(
      bundle(
        patient({
          name: { family: "Cruz", given: "Ana" },
          telecom: "0917",
          gender: 3,
          birthDate: { year: 1980 },
        }),
        patient({
          name: [null, 7, { given: [null, {}, "Ben"], family: ["Cruz"] }],
          identifier: [[]],
          address: [{}],
        }),
        patient({
          name: "Ana",
          birthDate: "1980",
          contact: [{ name: 3, telecom: [5] }],
          extension: { a: 1 },
          gender: "unknown",
        }),
      ),
    );
    expect(found.rows).toEqual([
      { row: 1, "Last name": "Cruz", "First name": "Ana", Remarks: "Gender: 3" },
      { row: 2, "Last name": "Cruz", "First name": "Ben" },
      { row: 3, Birthday: "1980", Sex: "unknown" },
    ]);
  });

  it("is refused with a message when it is invalid", async () => {
    expect(await refusal('{"resourceType": "Patient", ')).toMatch(/looks like FHIR JSON/);
    expect(await refusal('{"resourceType":"Patient"}\n{"resourceType": ')).toMatch(/^Line 2 /);
    expect(await refusal('{"patients": []}')).toMatch(/not a FHIR bundle/);
    expect(await refusal(bundle())).toMatch(/no Patient/);
    expect(await refusal(bundle({ resourceType: "Observation" }))).toMatch(/no Patient/);
    expect(await refusal('<Bundle xmlns="http://hl7.org/fhir"/>')).toMatch(/XML/);
    expect(
      await refusal(bundle(...Array.from({ length: 50_001 }, () => patient({ name: [{ family: "A" }] })))),
    ).toMatch(/50,000 rows/);
    expect(await refusal(`{"a":${"[".repeat(200_000)}`)).toMatch(/looks like FHIR JSON/);
    expect(
      await refusal(`{"resourceType":"Bundle","a":${"[".repeat(5_000_000)}${"]".repeat(5_000_000)}}`),
    ).toMatch(/no Patient/);
  });
});
