import { readFile, stat } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { readIcd10Code } from "#shared/clinical/icd10-code.ts";
import { inTransaction, logOperation, type Operation, OperationError } from "./operation.ts";

/** The WHO's ICD-10 has about 12,500 codes of up to four characters. */
const MOST_CODES = 20_000;
const MOST_BYTES = 8_000_000;
const LONGEST_TITLE = 300;
/** Faults that are listed. */
const MOST_FAULTS = 10;
/** Rows of one INSERT. */
const BATCH_ROWS = 1000;
/** A longer record has an unclosed quote. */
const LONGEST_RECORD = 10_000;

type Code = { code: string; title: string };

export const loadIcd10: Operation = {
  usage: "load-icd10 FILE",
  does: 'loads a list of ICD-10 that you are licensed for (CSV: code,title) and replaces the previous one; "none" removes it',
  async run(context, [path = ""]) {
    if (path === "")
      throw new OperationError('Name the file, with a line "code,title" for each code, or "none".');
    const codes = path === "none" ? [] : await readCodes(path);
    const { client, now } = context;
    await inTransaction(client, "klinika_owner", async () => {
      // Searches read the previous list until the commit.
      await client.query("lock table icd10_lists in share row exclusive mode");
      await client.query("delete from icd10_codes");
      for (let from = 0; from < codes.length; from += BATCH_ROWS) {
        const rows = codes.slice(from, from + BATCH_ROWS);
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
      await logOperation(context, "load-icd10", { codes: codes.length });
    });
    if (codes.length === 0) return ["The list was removed. The product's own diagnoses stay."];
    return [
      `${codes.length} codes are loaded and replace any previous list. Searches find them from now on.`,
    ];
  },
};

/** @throws OperationError with the first faults and their lines */
async function readCodes(path: string): Promise<Code[]> {
  const size = await stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new OperationError(`There is no file ${path}.`);
  if (size > MOST_BYTES)
    throw new OperationError(
      `${path} has more than ${MOST_BYTES / 1_000_000} MB. A list of ICD-10 has less.`,
    );
  const codes: Code[] = [];
  const lineOf = new Map<string, number>();
  const faults: string[] = [];
  let lastLine = 0;
  const readRecord = (fields: string[], { lines: line }: { lines: number }) => {
    lastLine = line;
    if (lineOf.size === 0 && faults.length === 0 && /^code\s*(;|$)/i.test(fields[0] ?? "")) return null;
    const read = readCode(fields);
    const before = typeof read === "string" ? undefined : lineOf.get(read.code);
    if (typeof read === "string") faults.push(`Line ${line}: ${read}`);
    else if (before !== undefined) faults.push(`Line ${line}: ${read.code} is on line ${before} already.`);
    else {
      codes.push(read);
      lineOf.set(read.code, line);
    }
    // Not collected by the parser.
    return null;
  };
  try {
    parse(await readFile(path, "utf8"), {
      bom: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
      on_record: readRecord,
    });
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith("CSV_")) throw error;
    faults.push(`Line ${lastLine + 1}: its quotes are not closed.`);
  }
  if (codes.length > MOST_CODES)
    throw new OperationError(`${path} has more than ${MOST_CODES} codes. Nothing was loaded.`);
  if (faults.length > 0)
    throw new OperationError([...faults.slice(0, MOST_FAULTS), "Nothing was loaded."].join("\n"));
  if (codes.length === 0) throw new OperationError(`${path} has no codes. Nothing was loaded.`);
  return codes;
}

/** The code, or what is wrong with it. */
function readCode(fields: readonly string[]): string | Code {
  const [typed = "", ...rest] = fields;
  if (rest.length !== 1)
    return `it has ${fields.length} ${fields.length === 1 ? "field" : "fields"} instead of code and title. Put a title with a comma in quotes.`;
  // Dagger and asterisk only mark how two codes are combined.
  const code = readIcd10Code(typed.replace(/[†*+]$/, ""));
  if (code === null) return `"${typed.slice(0, 20)}" is no code of ICD-10, like I10 or E11.9.`;
  const title = (rest[0] ?? "").replace(/\s+/g, " ").trim();
  if (title === "") return `${code} has no title.`;
  if (title.length > LONGEST_TITLE) return `the title of ${code} has more than ${LONGEST_TITLE} characters.`;
  // PostgreSQL cannot store \0; the replacement character comes from another encoding.
  if (title.includes("\0") || title.includes("\uFFFD"))
    return `the title of ${code} is not UTF-8. Save the file as "CSV UTF-8".`;
  return { code, title };
}
