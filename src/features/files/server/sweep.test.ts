import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { atInstant, startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { filesOn, hours, pdf } from "./testing-files.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patient: number;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
});
beforeEach(async () => {
  patient = await aPatient(test, clinic);
});
afterAll(() => test.close());

const { uploaded, edit, view, attached, row, sweepAt } = filesOn(() => ({ test, clinic, patient }));

describe("the sweep", () => {
  it("deletes uploads that got no patient within a day, of every clinic, and no others", async () => {
    const kept = await attached();
    const removed = await attached("old.pdf");
    await edit({ laboratoryFiles: [] });
    const loose = [await uploaded(), await uploaded("b.pdf", pdf, other.owner.token)];
    const keys: string[] = [];
    for (const path of loose) keys.push(String((await row(path))?.stored_as));
    await sweepAt(hours(23.9));
    expect(await row(loose[0] ?? "")).toBeDefined();
    await sweepAt(hours(24.1));
    for (const path of loose) expect(await row(path)).toBeUndefined();
    for (const key of keys) await expect(test.app.kit.storage.get(key)).rejects.toThrow();
    expect(await row(kept)).toBeDefined();
    expect(await row(removed)).toBeDefined();
    expect(await test.sql("select 1 from files where patient_id is null")).toEqual([]);
  });

  it("keeps bytes that another clinic's row refers to", async () => {
    const path = await uploaded();
    await test.sql(
      `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
       select $2, 'copy-' || path, stored_as, name, type, size, sha256, 'laboratory', $3, uploaded_at, now() from files where path = $1`,
      [path, other.id, await aPatient(test, other)],
    );
    await sweepAt(hours(25));
    expect(await row(path)).toBeUndefined();
    expect((await view(`copy-${path}`, other.owner.token)).rawPayload.equals(pdf)).toBe(true);
  });

  it("retries the same ones after the store failed; meanwhile they cannot be attached", async () => {
    const path = await uploaded();
    const { storage } = test.app.kit;
    test.app.kit.storage = { ...storage, remove: () => Promise.reject(new Error("down")) } as typeof storage;
    await expect(sweepAt(hours(25))).rejects.toThrow("down");
    test.app.kit.storage = storage;
    expect((await row(path))?.given_up_at).not.toBeNull();
    expect((await view(path)).statusCode).toBe(404);
    expect((await edit({ laboratoryFiles: [path] })).statusCode).toBe(400);
    await sweepAt(hours(25));
    expect(await row(path)).toBeUndefined();
  });

  it("measures the day by the clock it is given", async () => {
    atInstant(test, hours(100));
    const path = await uploaded("late.pdf", pdf, await freshToken());
    await sweepAt(hours(101));
    expect(await row(path)).toBeDefined();
  });
});

async function freshToken(): Promise<string> {
  return (await aStaffMember(test, clinic, ["edit_patients"])).token;
}
