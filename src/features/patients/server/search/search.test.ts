import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPatient, listPatients } from "#features/patients/contract.ts";
import { nameKey } from "#shared/formats/name-parts.ts";
import { fold, nameVariant } from "#shared/formats/name-search.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  const other = await aClinic(test);
  await aPatient(test, other, { patient_name: "dela Cruz, Juan Miguel" });
  for (const columns of [
    {
      patient_name: "dela Cruz, Juan Miguel",
      admission_no: "20260315-007",
      contact_number: "+639175550142",
      hospital: "Chong Hua Hospital - Fuente",
      preop_diagnosis: "Dengue fever with warning signs",
    },
    {
      patient_name: "Peñaflor-Ybañez, Ma. Socorro",
      admission_no: "20260315-008",
      contact_number: "+63321234567",
      hospital: "St. Luke's Medical Center",
      philhealth_number: "19-020304050-6",
    },
    {
      patient_name: "N\u0303un\u0303ez, Jose\u0301",
      admission_no: "OLD/77",
      hospital: "Makati Medical Center",
      birthday: "1958-08-27",
    },
    {
      patient_name: "Abrenica, Tomas",
      admission_no: "19580827-001",
      hospital: "Makati Medical Center",
      birthday: "1958-08-27",
      is_archived: true,
    },
    { patient_name: "Sta. Ana, Ma. Theresa", admission_no: "20260315-010", hospital: "The Medical City" },
    { patient_name: "Santo Domingo, Maria", admission_no: "20260315-011", hospital: "The Medical City" },
    { patient_name: "Đặng, Bjørn", admission_no: "20260315-012", hospital: "The Medical City" },
    { patient_name: "100% Sure_Name", admission_no: "20260315-009", hospital: "The Medical City" },
  ])
    await aPatient(test, clinic, columns);
});
afterAll(() => test.close());

const find = async (search: string) =>
  (
    (await test.call(listPatients, clinic.owner.token, { query: { search, limit: "10" } })).json() as {
      patientName: string;
    }[]
  ).map(({ patientName }) => patientName.normalize("NFC"));

const juan = "dela Cruz, Juan Miguel";
const socorro = "Peñaflor-Ybañez, Ma. Socorro";
const jose = "Ñuñez, José";
const theresa = "Sta. Ana, Ma. Theresa";
const domingo = "Santo Domingo, Maria";
const bjorn = "Đặng, Bjørn";

describe("one search box", () => {
  it.each([
    ["delacruz", juan],
    ["Dela Cruz", juan],
    ["miguel cruz", juan],
    ["JUAN  dela", juan],
    ["uan mig", juan],
    ["20260315-007", juan],
    ["0315-007", juan],
    ["0917 555 0142", juan],
    ["0917-555-0142", juan],
    ["+63 917", juan],
    ["+639175550142", juan],
    ["0063 917 555 0142", juan],
    ["０９１７５５５０１４２", juan],
    ["917555", juan],
    ["(032) 123 4567", socorro],
    ["penaflor", socorro],
    ["PEÑAFLOR ybanez", socorro],
    ["pen\u0303aflor", socorro],
    ["socorro ma", socorro],
    ["st lukes", socorro],
    ["nunez jose", jose],
    ["Ñuñez", jose],
    ["old77", jose],
    ["maria theresa", theresa],
    ["Santa Ana", theresa],
    ["ma theresa sta", theresa],
    ["Sto. Domingo", domingo],
    ["dang bjorn", bjorn],
    ["chong hua", juan],
    ["dengue warning", juan],
    ["1958-08-27", jose],
    ["08/27/1958", jose],
    ["8-27-1958", jose],
    ["27 Aug 1958", jose],
    ["August 27, 1958", jose],
    ["Aug 27 1958", jose],
    ["27/08/1958", jose],
    ["1958/8/27", jose],
    ["27-Aug-1958", jose],
    ["1958", jose],
    ["19-020304050-6", socorro],
    ["190203040506", socorro],
    ["2030405", socorro],
  ])("%j finds %s alone", async (typed, name) => {
    expect(await find(typed)).toEqual([name]);
  });

  it.each([
    "zzyzx",
    "juan socorro",
    "%",
    "_",
    "--",
    "%%%",
    "dengue makati",
    "\\",
    "08/28/1958",
    "13/13/1958",
    "02/30/1958",
    "0000-01-01",
    "1957",
  ])("%j finds nobody", async (typed) => {
    expect(await find(typed)).toEqual([]);
  });

  it.each(["", "   "])("%j is not a search", async (typed) => {
    expect(await find(typed)).toHaveLength(7);
  });

  it("finds by birthday with the other filters, in each order, once, and counts the same", async () => {
    const query = { search: "1958-08-27", archived: "true", limit: "10" };
    for (const sort of ["newest", "hospital-asc"]) {
      const answer = await test.call(listPatients, clinic.owner.token, { query: { ...query, sort } });
      const names = answer.json().map((row: { patientName: string }) => row.patientName.normalize("NFC"));
      expect(names.toSorted()).toEqual(["Abrenica, Tomas", jose]);
      expect(answer.headers["x-total-count"]).toBe("2");
    }
    const paid = { ...query, payment: "Paid-Received" };
    expect((await test.call(listPatients, clinic.owner.token, { query: paid })).json()).toEqual([]);
  });

  it("escapes LIKE's wildcards", async () => {
    expect(await find("100%")).toEqual(["100% Sure_Name"]);
    expect(await find("sure_name")).toEqual(["100% Sure_Name"]);
  });

  it("stores a diagnosis of 100 kB, and finds it by its beginning, and the longest name", async () => {
    const text = `Empyema thoracis ${"with loculated pleural effusion ".repeat(3200)}`;
    const name = `${"Ñ".repeat(254)}g`;
    const answer = await test.call(addPatient, clinic.owner.token, {
      body: {
        admissionNo: "LONG-1",
        hospital: "é".repeat(255),
        patientName: name,
        sex: "F",
        contactNumber: "９".repeat(50),
        preopDiagnosis: text,
        postopDiagnosis: "ü".repeat(30_000),
      },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().preopDiagnosis).toBe(text.trim());
    expect(await find("empyema thoracis")).toEqual([name]);
    expect(await find("ññ")).toEqual([name]);
  });
});

describe("ranking", () => {
  let many: TestClinic;
  const born = "1958-08-27";

  beforeAll(async () => {
    many = await aClinic(test);
    // Registered in this order, so that by date alone the last would come first.
    for (const [patient_name, columns = {}] of [
      ["Macaraeg, Zosimo"],
      ["Macaraeg-Uy, Ana"],
      ["Reyes, Juan Miguel"],
      ["Reyes, Ana Juanita"],
      ["dela Cruz, Pedro"],
      ["De los Santos, Ana"],
      ["Cruz, Adela"],
      ["Santos, Juan Reyes"],
      ["Juan Carlo Domingo"],
      ["Bautista, Ana", { admission_no: "1958", hospital: "Macaraeg General Hospital" }],
      ["Uy, Macaraeg Jose"],
      ["Abad, Lito Macaraeg"],
      ["Flores-Macaraeg, Rosa"],
      ["Bello, Ben Macaraeg", { birthday: born }],
      ["Lim, Ana", { admission_no: "19580827-001", contact_number: "+639171958777" }],
      ["Reyes, Juan Miguel", { admission_no: "SECOND" }],
    ] as [string, Record<string, string>?][])
      await aPatient(test, many, { patient_name, ...columns });
  });

  const names = (answer: { json(): unknown }) =>
    (answer.json() as { patientName: string }[]).map(({ patientName }) => patientName);
  const best = async (search: string, query: Record<string, string> = { limit: "8" }) =>
    names(await test.call(listPatients, many.owner.token, { query: { search, ...query } }));

  const macaraegs = [
    "Macaraeg, Zosimo",
    "Macaraeg-Uy, Ana",
    "Uy, Macaraeg Jose",
    "Flores-Macaraeg, Rosa",
    "Bello, Ben Macaraeg",
    "Abad, Lito Macaraeg",
    "Bautista, Ana",
  ];

  it("is the surname, then the first name, a part of the surname, and the rest, newest first", async () => {
    expect(await best("macaraeg")).toEqual(macaraegs);
    expect(await best("macaraeg", { limit: "2" })).toEqual(macaraegs.slice(0, 2));
    expect(await best("macaraeg", {})).toEqual(macaraegs);
    expect(await best("macaraeg", { limit: "8", status: "Outpatient", archived: "true" })).toEqual(macaraegs);
  });

  it.each(["reyes juan", "Reyes, Juan", "juan reyes", "JUAN MIGUEL REYES", "reyes j", "Reyes,Juan"])(
    "%j finds Juan Reyes first",
    async (typed) => {
      expect((await best(typed))[0]).toBe("Reyes, Juan Miguel");
    },
  );

  it.each([
    ["dela cruz", "dela Cruz, Pedro"],
    ["DELA CRUZ PEDRO", "dela Cruz, Pedro"],
    ["pedro dela cruz", "dela Cruz, Pedro"],
    ["cruz", "Cruz, Adela"],
    ["de los santos", "De los Santos, Ana"],
    ["ana de los santos", "De los Santos, Ana"],
    ["domingo", "Juan Carlo Domingo"],
    ["1958", "Bautista, Ana"],
    [born, "Bello, Ben Macaraeg"],
    ["19580827-001", "Lim, Ana"],
    ["second", "Reyes, Juan Miguel"],
  ])("%j finds %j first", async (typed, name) => {
    expect((await best(typed))[0]).toBe(name);
  });

  it.each(["macaraeg", "juan", "reyes juan", "a", "ana", "1958", born])(
    "%j is paged, each patient once, and counted once",
    async (search) => {
      const whole = await best(search, {});
      for (const archived of ["false", "true"]) {
        const turned: string[] = [];
        let cursor: string | undefined;
        do {
          const answer = await test.call(listPatients, many.owner.token, {
            query: { search, archived, limit: "1", ...(cursor && { cursor }) },
          });
          expect(answer.headers["x-total-count"]).toBe(cursor ? undefined : String(whole.length));
          turned.push(...names(answer));
          cursor = answer.headers["x-next-cursor"] as string | undefined;
        } while (cursor);
        expect(turned).toEqual(whole);
      }
      expect(whole.length).toBeGreaterThan(1);
    },
  );

  it("is newest first or by name on request", async () => {
    expect(await best("macaraeg", { sort: "newest" })).toEqual(macaraegs.toReversed().toSorted(byAge));
    expect(await best("macaraeg", { sort: "name-asc" })).toEqual(macaraegs.toSorted());
  });
  const ages = ["Bello", "Flores", "Abad", "Uy", "Bautista", "Macaraeg-Uy", "Macaraeg,"];
  const byAge = (one: string, other: string) =>
    ages.findIndex((name) => one.startsWith(name)) - ages.findIndex((name) => other.startsWith(name));

  it("reports that a page is gone when its first patient is deleted, and stays in the clinic", async () => {
    const gone = await aPatient(test, many, { patient_name: "Gone, Ana" });
    const cursor = Buffer.from(JSON.stringify([gone])).toString("base64url");
    await test.sql("delete from patients where id = $1", [gone]);
    const elsewhere = await aPatient(test, clinic, { patient_name: "Reyes, Elsewhere" });
    const other = Buffer.from(JSON.stringify([elsewhere])).toString("base64url");
    for (const query of [
      { search: "ana", cursor },
      { sort: "name-asc", cursor },
      { search: "reyes", cursor: other },
      { sort: "name-desc", cursor: other },
    ]) {
      const answer = await test.call(listPatients, many.owner.token, { query: { limit: "5", ...query } });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual(["cursor"]);
    }
    await test.sql("delete from patients where id = $1", [elsewhere]);
  });
});

it("folds a name in the database like a typed one", async () => {
  const letter = fc.constantFrom(
    ..."abzABZ09ñÑéÉüÜçøØłŁđĐßẞæÆŒıþşŞğ'’-.,()/&|%_\\\" ",
    "n\u0303",
    "e\u0301",
    "ﬁ",
    "ʻ",
    "王",
    "\u00a0",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: letter, maxLength: 40 }), { maxLength: 50 }),
      async (names) => {
        const rows = await test.sql<{ folded: string }>(
          "select fold(name) as folded from unnest($1::text[]) with ordinality n (name, place) order by place",
          [names],
        );
        expect(rows.map(({ folded }) => folded)).toEqual(names.map(fold));
      },
    ),
    { numRuns: 60 },
  );
});

it("splits a name in the database like a cached one in the browser", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "Reyes",
      "dela",
      "Cruz",
      "De",
      "los",
      "Santos",
      "Jr.",
      "III",
      "MD",
      "Ma.",
      "Ñuñez-Uy",
      "王",
      "'",
      "V",
    ),
    fc.string({ unit: fc.constantFrom(..."aÑ9'-. "), maxLength: 6 }),
  );
  const name = fc
    .array(fc.tuple(word, fc.constantFrom(" ", ", ", ",", "  ", "\u00a0")), { maxLength: 7 })
    .map((parts) => parts.flat().join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 60 }), async (names) => {
      const rows = await test.sql<{ key: string }>(
        "select name_key(name) as key from unnest($1::text[]) with ordinality n (name, place) order by place",
        [names],
      );
      expect(rows.map(({ key }) => key)).toEqual(names.map(nameKey));
    }),
    { numRuns: 100 },
  );
});

it("writes a name in the other way in the database as in the browser", async () => {
  const word = fc.constantFrom(
    "Ma.",
    "MA",
    "Maria",
    "Sta.",
    "Santa",
    "Sto",
    "Santo",
    "Jn",
    "John",
    "Ana",
    "Đặng",
    "Stanley",
  );
  const name = fc
    .array(fc.tuple(word, fc.constantFrom(" ", ", ", "-", ".", "\u00a0")), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.flat().join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 60 }), async (names) => {
      const rows = await test.sql<{ variant: string }>(
        "select coalesce(name_variant(name), fold(name)) as variant from unnest($1::text[]) with ordinality n (name, place) order by place",
        [names],
      );
      expect(rows.map(({ variant }) => variant)).toEqual(names.map(nameVariant));
    }),
    { numRuns: 50 },
  );
});
