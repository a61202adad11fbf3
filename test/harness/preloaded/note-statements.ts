import { appendFileSync } from "node:fs";
import pg from "pg";

/**
 * Preloaded into the server: writes each form of statement that it sends for a clinic, with the values of its first use,
 * to the file that PROVE_STATEMENTS names.
 */
type Sent = {
  /** Statements before it: the clinic's setting, and the begin of a transaction. */
  before?: readonly { statement: string; values: readonly string[] }[];
  parts?: readonly { text: string; values: readonly unknown[] }[];
};

const file = process.env.PROVE_STATEMENTS ?? "";
const noted = new Set<string>();
const clinicOf = new WeakMap<object, number>();
const original = pg.Client.prototype.query;

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [sent] = args as [Sent | string | undefined];
  if (sent === "commit" || sent === "rollback") clinicOf.delete(this);
  if (typeof sent === "object") {
    const { before = [], parts = [] } = sent;
    const setClinic = before.find(({ statement }) => /^klinika_(scope|reader)$/.test(statement))?.values[0];
    const clinicId = setClinic === undefined ? clinicOf.get(this) : Number(setClinic);
    // Later statements of a transaction do not repeat the clinic.
    if (clinicId !== undefined && before.some(({ statement }) => statement === "klinika_begin"))
      clinicOf.set(this, clinicId);
    for (const { text, values } of parts) {
      if (text === "commit") {
        clinicOf.delete(this);
        continue;
      }
      if (clinicId === undefined || /^select \* from \w+\(/.test(text) || noted.has(text)) continue;
      noted.add(text);
      appendFileSync(file, `${JSON.stringify({ text, values, clinicId })}\n`);
    }
  }
  return (original as (...all: unknown[]) => unknown).apply(this, args);
} as typeof original;
