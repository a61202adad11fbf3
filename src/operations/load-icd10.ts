import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { readIcd10Code } from "#shared/clinical/icd10-code.ts";
import { inTransaction, logOperation, type Operation, OperationProblem } from "./operation.ts";

/** ICD-10 of the WHO has some 12,500 codes of four characters or fewer. */
const MOST_CODES = 20_000;
const MOST_BYTES = 8_000_000;
const LONGEST_TITLE = 300;
/** Faults that are printed. */
const MOST_FAULTS = 10;
/** Rows of one insert. */
const AT_ONCE = 1000;

type Code = { code: string; title: string; line: number };

export const loadIcd10: Operation = {
  usage: "load-icd10 FILE",
  does: 'takes a list of ICD-10 that you are licensed for (CSV: code,title) in place of the one before; "none" takes it out',
  async run(surroundings, [path = ""]) {
    if (path === "")
      throw new OperationProblem('Name the file, with a line "code,title" for each code, or "none".');
    const codes = path === "none" ? [] : await readCodes(path);
    const { client, now } = surroundings;
    await inTransaction(client, "klinika_owner", async () => {
      // Searches go on reading the list before it until this is committed.
      await client.query("lock table icd10_lists in share row exclusive mode");
      await client.query("delete from icd10_codes");
      for (let from = 0; from < codes.length; from += AT_ONCE) {
        const rows = codes.slice(from, from + AT_ONCE);
        await client.query(
          "insert into icd10_codes (code, title) select * from unnest($1::text[], $2::text[])",
          [rows.map(({ code }) => code), rows.map(({ title }) => title)],
        );
      }
      await client.query("delete from icd10_lists");
      if (codes.length > 0)
        await client.query("insert into icd10_lists (code_count, loaded_at) values ($1, $2)", [
          codes.length,
          now,
        ]);
      await logOperation(surroundings, "load-icd10", { codes: codes.length });
    });
    if (codes.length === 0) return ["The list was taken out. The product's own diagnoses stay."];
    return [`${codes.length} codes are loaded, in place of any before. Searches find them from now on.`];
  },
};

/** @throws OperationProblem with the first faults by their lines */
async function readCodes(path: string): Promise<Code[]> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new OperationProblem(`There is no file ${path}.`);
  if (size > MOST_BYTES)
    throw new OperationProblem(
      `${path} has more than ${MOST_BYTES / 1_000_000} MB. A list of ICD-10 has less.`,
    );
  const codes: Code[] = [];
  const lineOf = new Map<string, number>();
  const faults: string[] = [];
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    const row = line === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (row.trim() === "" || (line === 1 && /^"?code"?\s*[,;]/i.test(row))) continue;
    const read = readRow(row, line);
    const before = typeof read === "string" ? undefined : lineOf.get(read.code);
    if (typeof read === "string") faults.push(`Line ${line}: ${read}`);
    else if (before !== undefined) faults.push(`Line ${line}: ${read.code} is on line ${before} already.`);
    else {
      codes.push(read);
      lineOf.set(read.code, line);
    }
    if (codes.length > MOST_CODES)
      throw new OperationProblem(`${path} has more than ${MOST_CODES} codes. Nothing was loaded.`);
    if (faults.length >= MOST_FAULTS) break;
  }
  if (faults.length > 0) throw new OperationProblem([...faults, "Nothing was loaded."].join("\n"));
  if (codes.length === 0) throw new OperationProblem(`${path} has no codes. Nothing was loaded.`);
  return codes;
}

/** What is wrong with it, or the code. */
function readRow(row: string, line: number): string | Code {
  const fields = readFields(row);
  if (fields === null) return "its quotes are not closed. A title stands on one line.";
  const [typed = "", ...rest] = fields;
  if (rest.length !== 1)
    return `it has ${fields.length} ${fields.length === 1 ? "field" : "fields"} instead of code and title. A title with a comma stands in quotes.`;
  // Dagger and asterisk only say how two codes go together.
  const code = readIcd10Code(typed.replace(/[†*+]$/, ""));
  if (code === null) return `"${typed.slice(0, 20)}" is no code of ICD-10, like I10 or E11.9.`;
  const title = (rest[0] ?? "").replace(/\s+/g, " ").trim();
  if (title === "") return `${code} has no title.`;
  if (title.length > LONGEST_TITLE) return `the title of ${code} has more than ${LONGEST_TITLE} characters.`;
  // PostgreSQL stores no such character; text in another encoding comes with the replacement character.
  if (title.includes("\0") || title.includes("\uFFFD"))
    return `the title of ${code} is not UTF-8. Save the file as "CSV UTF-8".`;
  return { code, title, line };
}

/** The fields of a line of CSV; null where a quote is not closed. */
function readFields(row: string): string[] | null {
  const fields: string[] = [];
  let at = 0;
  while (at <= row.length) {
    if (row[at] !== '"') {
      const end = row.indexOf(",", at);
      fields.push(row.slice(at, end < 0 ? row.length : end));
      at = (end < 0 ? row.length : end) + 1;
      continue;
    }
    const [quoted, inside = ""] = /^"((?:[^"]|"")*)"(?=,|\s*$)/.exec(row.slice(at)) ?? [];
    if (quoted === undefined) return null;
    fields.push(inside.replaceAll('""', '"'));
    const end = row.indexOf(",", at + quoted.length);
    at = end < 0 ? row.length + 1 : end + 1;
  }
  return fields;
}
