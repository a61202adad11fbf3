import { expect } from "vitest";
import { patientFiles, uploadFiles, viewFile } from "#features/files/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { type TestApp, testNow } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import type { TestClinic } from "#test/data/factories.ts";

export const pdf: Buffer = aPdf();

export const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000);

type Stage = { test: TestApp; clinic: TestClinic; patient: number };

/** For tests: calls for a patient's files, with the clinic owner's session by default. */
export function filesOn(stage: () => Stage) {
  const owner = () => stage().clinic.owner.token;
  const call: TestApp["call"] = (...sent) => stage().test.call(...sent);
  /** Uploads one file and returns its path. */
  const uploaded = async (name = "CBC.pdf", bytes = pdf, as = owner()): Promise<string> =>
    (await call(uploadFiles, as, asMultipart([[name, bytes]]))).json().files[0];
  const edit = (body: object, as = owner(), id = stage().patient) =>
    call(editPatient, as, { params: { id }, body });
  return {
    uploaded,
    edit,
    view: (
      path: string,
      as: string | null = owner(),
      headers: Record<string, string> = {},
      query: Record<string, string> = {},
    ) => call(viewFile, as, { params: { path }, headers, query }),
    list: (as: string | null = owner(), id = stage().patient) => call(patientFiles, as, { params: { id } }),
    attached: async (name = "CBC.pdf", bytes = pdf, field = "laboratoryFiles"): Promise<string> => {
      const path = await uploaded(name, bytes);
      expect((await edit({ [field]: [path] })).statusCode).toBe(200);
      return path;
    },
    row: async (path: string) =>
      (await stage().test.sql<Record<string, unknown>>("select * from files where path = $1", [path]))[0],
    sweepAt: (at: Date) =>
      jobs.find(({ name }) => name === "sweep uploads nobody took")?.run(stage().test.app, at),
  };
}
