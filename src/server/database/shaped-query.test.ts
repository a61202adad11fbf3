import { expect, test } from "vitest";
import { recordQueries } from "#test/recorded-queries.ts";
import { shapedQuery } from "./shaped-query.ts";

type Values = { clinicId: number; names?: string[]; sex?: string };

let built = 0;
const patients = shapedQuery((db, { clinicId, names, sex }: Values, { limit }: { limit: number }) => {
  built += 1;
  let query = db.selectFrom("patients").select("patientName").where("clinicId", "=", clinicId).limit(limit);
  for (const name of names ?? []) query = query.where("patientName", "like", name);
  return sex === undefined ? query : query.where("sex", "=", sex);
});

test("sends each call's own values with a statement that is built once per shape", async () => {
  built = 0;
  const calls: [Values, { limit: number }][] = [
    [{ clinicId: 7, sex: "F" }, { limit: 5 }],
    [{ clinicId: 8, sex: "M" }, { limit: 5 }],
    [{ clinicId: 7, names: ["a%", "b%"], sex: "F" }, { limit: 5 }],
    [{ clinicId: 9, names: ["c%", "d%"], sex: "M" }, { limit: 5 }],
    [{ clinicId: 9, names: ["c%"], sex: "M" }, { limit: 5 }],
    [{ clinicId: 9 }, { limit: 6 }],
  ];
  const sent = await recordQueries(7, async (clinic) => {
    for (const [values, form] of calls) await patients(clinic, values, form);
  });
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    [7, "F", 5],
    [8, "M", 5],
    [7, "a%", "b%", "F", 5],
    [9, "c%", "d%", "M", 5],
    [9, "c%", "M", 5],
    [9, 6],
  ]);
  expect(new Set(sent.map(({ sql }) => sql)).size).toBe(4);
  expect(built).toBe(4);
});
