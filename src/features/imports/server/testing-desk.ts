import { expect } from "vitest";
import {
  addImport,
  changeImportRow,
  type ImportDetails,
  type ImportMapping,
  type ImportRow,
  importRows,
  mapImport,
  oneImport,
  type RowState,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import type { TestApp } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import type { TestClinic } from "#test/data/factories.ts";
import { importQueue } from "./work-imports.ts";

/** A list of three patients, as a clinic types it. */
export const patientList = [
  "PANGALAN,KAARAWAN,KASARIAN,CP #,TIRAHAN,HMO",
  '"DELA CRUZ, JUAN MIGUEL S.",03/04/1972,L,0917-555-0123,"Brgy. Guadalupe, Cebu City",Maxicare',
  '"De la Pena, Ma. Consuelo",12/31/1961,Babae,9175550188,Mandaue City,',
  '"Nuñez, Althea",2018-07-19,F,(032) 255 8000,Banilad,Intellicare',
].join("\r\n");

/** The owner's calls for lists, each answered with 200. */
export function importDesk(test: TestApp, clinic: TestClinic) {
  const { token } = clinic.owner;
  const call = async <Answer>(endpoint: Endpoint, sent: object = {}) => {
    const answer = await test.call(endpoint, token, sent);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as Answer;
  };
  const send = (bytes: Buffer | string, name = "list.csv") =>
    test.call(addImport, token, asMultipart([[name, Buffer.from(bytes)]], "file"));
  return {
    token,
    send,
    async read(bytes: Buffer | string, name?: string) {
      const answer = await send(bytes, name);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json() as ImportDetails;
    },
    /** Reads a list and checks it. */
    async check(bytes: Buffer | string, more: Partial<ImportMapping> = {}): Promise<ImportDetails> {
      const list = await this.read(bytes);
      const mapping = { ...list.mapping, hospital: "Own Clinic", ...more };
      await call(mapImport, { params: { id: list.id }, body: mapping });
      await workQueue(test.app, importQueue);
      return call(oneImport, { params: { id: list.id } });
    },
    find: (id: number) => call<ImportDetails>(oneImport, { params: { id } }),
    rows: (id: number, state: RowState) =>
      call<ImportRow[]>(importRows, { params: { id }, query: { state } }),
    change: (id: number, row: number, body: object) =>
      call<{ state: RowState }>(changeImportRow, { params: { id, row }, body }),
    async run(id: number) {
      await call(runImport, { params: { id } });
      await workQueue(test.app, importQueue);
      return call<ImportDetails>(oneImport, { params: { id } });
    },
    async takeBack(id: number) {
      await call(takeBackImport, { params: { id } });
      await workQueue(test.app, importQueue);
      return call<ImportDetails>(oneImport, { params: { id } });
    },
    patients: () =>
      test.sql<{ id: string; patient_name: string; admission_no: string; birthday: string | null }>(
        "select id, patient_name, admission_no, birthday::text, sex, contact_number, address, remarks from patients where clinic_id = $1 order by id",
        [clinic.id],
      ),
    call,
  };
}
