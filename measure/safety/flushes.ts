import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { uploadFiles } from "#features/files/contract.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic } from "#test/data/factories.ts";
import { type EnvironmentSource, inEnvironment } from "#test/harness/environment.ts";
import { type Figure, none } from "#test/harness/figure.ts";
import { inFolder } from "#test/harness/postgres.ts";

/** A power loss right after an upload was acknowledged leaves all of it: bytes, name and folders. */
export const flushes = (source: EnvironmentSource): Promise<Figure> =>
  inFolder((folder) => {
    const notes = join(folder, "notes");
    return inEnvironment(
      source,
      async ({ stage, dataDir, many }) => {
        const total = many(200);
        const root = join(dataDir, "files");
        const { owner } = await aClinic(stage);
        const lost: string[] = [];
        for (let n = 0; n < total; n += 1) {
          const answer = await stage.call(uploadFiles, owner.token, asMultipart([["CBC.pdf", aPdf(`${n}`)]]));
          const left = lastingPaths(await readFile(notes, "utf8"));
          const [row] = await stage.sql<{ stored_as: string }>(
            "select stored_as from files where path = $1",
            [answer.json().files?.[0]],
          );
          const why = whyLost(join(root, row?.stored_as ?? "none"), root, left);
          if (why) lost.push(`upload ${n}: ${why}`);
        }
        const what = "acknowledged files of which a power loss would take the bytes, the name or a folder";
        return none(what, total, lost);
      },
      { env: { PROVE_FLUSHES: notes }, preloaded: ["note-flushes"] },
    );
  });

type Lasting = { bytes: Set<string>; names: Set<string>; folders: Set<string> };

/** What is durable: flushed bytes, and names whose folder was flushed after they were created. */
function lastingPaths(notes: string): Lasting {
  const lasting: Lasting = { bytes: new Set(), names: new Set(), folders: new Set() };
  const waiting = new Set<string>();
  for (const line of notes.trim().split("\n")) {
    const [act, path = "", to = ""] = JSON.parse(line) as [string, string, string?];
    if (act === "named") {
      if (lasting.bytes.delete(path)) lasting.bytes.add(to);
      waiting.add(to);
    } else if (act === "made") {
      for (let made = to; made.length >= path.length; made = dirname(made)) {
        waiting.add(made);
        lasting.folders.add(made);
      }
    } else {
      lasting.bytes.add(path);
      for (const one of waiting)
        if (dirname(one) === path) {
          waiting.delete(one);
          lasting.names.add(one);
        }
    }
  }
  return lasting;
}

function whyLost(file: string, root: string, { bytes, names, folders }: Lasting): string | null {
  if (!bytes.has(file)) return "its bytes were not flushed";
  if (!names.has(file)) return "its name was not flushed";
  for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder))
    if (!folders.has(folder) || !names.has(folder)) return `the folder ${folder} was not flushed`;
  return null;
}
