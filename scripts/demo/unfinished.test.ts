import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import { isUnfinished, markedUntilDone, removeUnfinished } from "./unfinished.ts";

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "klinika-demo-"));
  said = [];
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "own-notes.txt"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

const remove = () => removeUnfinished(folder, (line) => said.push(line));
const isThere = (name: string) => existsSync(join(folder, name));
const cutOff = () =>
  markedUntilDone(folder, () => Promise.reject(new Error("Cut off"))).catch(() => undefined);

it("leaves a complete demo unchanged, and prints nothing", async () => {
  await markedUntilDone(folder, async () => expect(isUnfinished(folder)).toBe(true));
  await remove();
  expect(isThere("postgres")).toBe(true);
  expect(said).toEqual([]);
});

it("removes an interrupted demo and nothing else, and says so", async () => {
  await cutOff();
  await remove();
  expect(isThere("postgres")).toBe(false);
  expect(isThere("own-notes.txt")).toBe(true);
  expect(said).toEqual(["The last start of the demo was interrupted: its data is created again."]);
  expect(isUnfinished(folder)).toBe(false);
});

it("does not touch a demo that another process is creating", async () => {
  await cutOff();
  const lock = await lockFolder(folder);
  await expect(remove()).rejects.toThrow("is already running on the data folder");
  expect(isThere("postgres")).toBe(true);
  await lock.release();
});

it("creates the folder if there is none", async () => {
  const inner = join(folder, "new");
  await markedUntilDone(inner, async () => undefined);
  expect(existsSync(inner)).toBe(true);
});
