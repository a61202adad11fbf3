import type { Rolldown } from "vite";
import { expect, test } from "vitest";
import { sourcesOfScreens } from "./first-screens.ts";
import { groupsOf } from "./screen-chunks.ts";

const pageOf = (screen: string) => sourcesOfScreens[screen]?.at(-1) ?? screen;
const large = 20_000;
const small = 100;

/** A build of a file for each source, and of shared ones with the sources that import them. */
function bundleOf(shared: Record<string, { size: number; by: string[] }>): Rolldown.OutputBundle {
  const sources = new Set(Object.values(sourcesOfScreens).flat());
  const file = (id: string, size: number) => {
    const by = Object.entries(shared).filter(([, one]) => one.by.includes(id));
    const imports = by.map(([name]) => name);
    return [
      id,
      {
        type: "chunk",
        fileName: id,
        facadeModuleId: id,
        moduleIds: [id],
        modules: { [id]: { renderedLength: size } },
        imports,
      },
    ];
  };
  return Object.fromEntries([
    ...[...sources].map((source) => file(source, large)),
    ...Object.entries(shared).map(([name, { size }]) => file(name, size)),
  ]);
}

const [list, board] = [pageOf("/calendar"), pageOf("/payments")];
const groupOf = (groups: Rolldown.CodeSplittingGroup[], id: string) =>
  groups.find(({ test }) => typeof test === "function" && test(id))?.name;

test("what the same first screens load is one file, and nothing else is in it", () => {
  const groups = groupsOf(
    bundleOf({
      "both.ts": { size: large, by: [list, board] },
      "too.ts": { size: large, by: [list, board] },
      "dialog.ts": { size: large, by: [] },
    }),
  );
  expect(groupOf(groups, "both.ts")).toBe(groupOf(groups, "too.ts"));
  expect(groupOf(groups, "both.ts")).not.toBe(groupOf(groups, list));
  expect(groupOf(groups, list)).not.toBe(groupOf(groups, board));
  expect(groupOf(groups, "dialog.ts")).toBeUndefined();
});

test("what is small is in a file that its screens load anyway, and public pages load nothing of the application", () => {
  const landing = pageOf("landing");
  const groups = groupsOf(
    bundleOf({
      "both.ts": { size: small, by: [list, board] },
      "public.ts": { size: small, by: [landing, list] },
    }),
  );
  const start = pageOf("stranger");
  expect(groupOf(groups, "both.ts")).toBeDefined();
  for (const own of [list, board, landing, start])
    expect(groupOf(groups, "both.ts")).not.toBe(groupOf(groups, own));
  expect(groupOf(groups, "public.ts")).not.toBe(groupOf(groups, "both.ts"));
});
