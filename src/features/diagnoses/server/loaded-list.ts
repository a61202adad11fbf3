import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { DiagnosisIndex } from "./diagnosis-index.ts";
import type { ListState } from "./own-diagnoses.ts";

/** Codes read and indexed per step, so that no other request waits long. */
const AT_ONCE = 1000;

/** The operator's list in this process: read once, and again when another was loaded. */
export class LoadedList {
  private held: { state: ListState; index: Promise<DiagnosisIndex | null> } | null = null;

  async indexOf(clinic: ClinicScope, state: ListState | null): Promise<DiagnosisIndex | null> {
    if (state === null) {
      this.held = null;
      return null;
    }
    if (this.held?.state.loadedAt !== state.loadedAt) this.held = { state, index: readList(clinic, state) };
    const { held } = this;
    const index = await held.index.catch(() => null);
    // A list that was replaced while it was read, or failed to load, is read again at the next search.
    if (index === null && this.held === held) this.held = null;
    return index;
  }
}

async function readList(clinic: ClinicScope, { codeCount }: ListState): Promise<DiagnosisIndex | null> {
  const index = new DiagnosisIndex();
  let count = 0;
  for (let last = ""; ; ) {
    const { rows } = await sql<{ code: string; words: string }>`
      select code, title as words from icd10_codes_after(${last}, ${sql.lit(AT_ONCE)})`.execute(clinic.db);
    index.add(rows);
    count += rows.length;
    if (rows.length < AT_ONCE) break;
    last = rows.at(-1)?.code ?? "";
  }
  return count === codeCount ? index : null;
}
