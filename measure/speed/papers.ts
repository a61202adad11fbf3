import { prescriptionPdf } from "#features/prescriptions/contract.ts";
import { connected } from "#test/postgres.ts";
import { requestFor } from "#test/request-for.ts";
import { bytesOf } from "./calls.ts";
import type { TestEnvironment } from "./environment.ts";

/** The newest ten prescriptions of each clinic, asked for as papers. */
export async function papersOf({ owners, kept }: TestEnvironment): Promise<Buffer[]> {
  return connected(kept.databaseUrl, async (client) => {
    const papers: Buffer[] = [];
    for (const { clinicId, token, patientIds } of owners) {
      const { rows } = await client.query<{ id: string; patient_id: string }>(
        "select id, patient_id from prescriptions where clinic_id = $1 and patient_id = any ($2) limit 10",
        [clinicId, patientIds.slice(-50)],
      );
      for (const { id, patient_id } of rows) {
        const params = { id: patient_id, rxId: id };
        papers.push(bytesOf(requestFor(prescriptionPdf, token, { params })));
      }
    }
    return papers;
  });
}
