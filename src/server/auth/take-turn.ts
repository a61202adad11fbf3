import type { Kit } from "../kit.ts";
import { sha256 } from "./secrets.ts";

/** False after `most` calls under this key within the given hours (one by default, at most a day). */
export async function takeTurn(kit: Kit, now: Date, key: string, most: number, hours = 1): Promise<boolean> {
  const row = await kit.databases.functions.row("takeTurns", {
    key: sha256(key),
    turns: 1,
    startedAt: now,
    at: now,
    window: `${hours} hours`,
  });
  return (row?.taken ?? 0) <= most;
}
