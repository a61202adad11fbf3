import { appendFileSync } from "node:fs";
import pg from "pg";

/**
 * Loaded into the server before its own modules: writes down each form of statement that it sends for a clinic, with
 * the values of its first use, into the file that PROVE_STATEMENTS names.
 */
type Sent = { text?: string; values?: unknown[]; scope?: { clinicId: number } };

const file = process.env.PROVE_STATEMENTS ?? "";
const noted = new Set<string>();
const clinicOf = new WeakMap<object, number>();
const original = pg.Client.prototype.query;

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [sent] = args as [Sent | string | undefined];
  const text = typeof sent === "string" ? sent : (sent?.text ?? "");
  // A transaction begins by saying whose it is; a single statement carries it along.
  const begun = text.match(/^begin; select set_config\('app\.clinic_id', '(\d+)'/);
  if (begun) clinicOf.set(this, Number(begun[1]));
  if (/^(commit|rollback)$/.test(text)) clinicOf.delete(this);
  if (typeof sent === "object" && !begun && !/^select \* from \w+\(/.test(text)) {
    const clinicId = sent.scope?.clinicId ?? clinicOf.get(this);
    if (clinicId !== undefined && !noted.has(text)) {
      noted.add(text);
      appendFileSync(file, `${JSON.stringify({ text, values: sent.values ?? [], clinicId })}\n`);
    }
  }
  return (original as (...all: unknown[]) => unknown).apply(this, args);
} as typeof original;
