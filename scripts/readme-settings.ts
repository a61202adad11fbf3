import { readFile, writeFile } from "node:fs/promises";
import { settingsTable } from "#server/settings.ts";

/** Updates README's table of settings. */
const file = new URL("../README.md", import.meta.url);
const text = await readFile(file, "utf8");
const parts = text.split(/(?<=<!-- settings -->\n)[\s\S]*?(?=\n<!-- end of settings -->)/);
if (parts.length !== 2)
  throw new Error("README.md has no <!-- settings --> … <!-- end of settings --> to fill.");
await writeFile(file, parts.join(settingsTable()));
