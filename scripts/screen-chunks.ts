import react from "@vitejs/plugin-react";
import { build, type Plugin, type Rolldown, type UserConfig } from "vite";
import { contractParts } from "./contract-parts.ts";
import { filesOf, sourcesOfScreens } from "./first-screens.ts";

/** Characters of source. A file of less may be joined with a larger one. */
const least = 12_000;
/** Characters that other screens may load in vain for each screen that saves a request. */
const mostInVain = 3_000;

/** These start a page, most with a style sheet of its own: who needs another module of theirs must get neither. */
const starts = /\/app\/web\/(main|application|start-sign-in|prerender\/landing)\.tsx?$/;
const isApart = (id: string) => /\.(css|html)$/.test(id) || starts.test(id);

/**
 * By default the bundler makes a file of all modules that the same screens and dialogs load: a hundred requests for a
 * list of patients. Here only the first screens count: the modules that the same ones load are one file, so none loads
 * what it does not use. Which they are is read from a build without such groups.
 */
export function screenChunks(): Plugin {
  return {
    name: "klinika-screen-chunks",
    apply: "build",
    async config(config) {
      const groups = groupsOf(await buildUngrouped(config));
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const started = file.imports.find((name) => bundle[name]?.type === "chunk" && bundle[name].isEntry);
        if (started) throw new Error(`${file.fileName} needs ${started}, which would start its page again.`);
      }
    },
  };
}

async function buildUngrouped(config: UserConfig): Promise<Rolldown.OutputBundle> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [
      { name: "klinika-no-styles", enforce: "pre", load: (id) => (id.endsWith(".css") ? "" : null) },
      react(),
      contractParts(),
    ],
    build: { ...config.build, write: false, minify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  return Object.fromEntries(output.map((file) => [file.fileName, file]));
}

type Group = { screens: ReadonlySet<string>; size: number; ids: string[] };

export function groupsOf(bundle: Rolldown.OutputBundle): Rolldown.CodeSplittingGroup[] {
  const groups = joinSmall(modulesByScreens(bundle));
  const nameOf = new Map(groups.flatMap(({ ids }, at) => ids.map((id) => [id, `screens-${at}`] as const)));
  return groups.map(({ screens }, at) => ({
    name: `screens-${at}`,
    // What more screens load is needed by what fewer load.
    priority: screens.size,
    test: (id) => nameOf.get(id) === `screens-${at}`,
  }));
}

/** The modules of the first screens, by the screens that load them. */
function modulesByScreens(bundle: Rolldown.OutputBundle): Group[] {
  const screensOf = new Map<string, Set<string>>();
  for (const [screen, sources] of Object.entries(sourcesOfScreens))
    for (const name of filesOf(bundle, sources))
      screensOf.set(name, (screensOf.get(name) ?? new Set()).add(screen));
  const groups = new Map<string, Group>();
  for (const [name, screens] of screensOf) {
    const file = bundle[name];
    if (file?.type !== "chunk") continue;
    const key = [...screens].join();
    const group = groups.get(key) ?? { screens, size: 0, ids: [] };
    groups.set(key, group);
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      if (isApart(id)) continue;
      group.ids.push(id);
      group.size += renderedLength;
    }
  }
  return [...groups.values()].sort((one, other) => one.screens.size - other.screens.size);
}

const isPublic = ({ screens }: Group) => screens.has("landing") || screens.has("stranger");

/** A small group joins the next one that all its screens load, but nothing of the application comes to public pages. */
function joinSmall(groups: readonly Group[]): Group[] {
  const large = groups.filter(({ size }) => size >= least);
  const rest: Group[] = [];
  for (const group of groups) {
    if (group.size >= least) continue;
    const { size, screens, ids } = group;
    const next = large.find(
      (one) => isPublic(one) === isPublic(group) && [...screens].every((screen) => one.screens.has(screen)),
    );
    if (next && size * (next.screens.size - screens.size) < mostInVain * screens.size) next.ids.push(...ids);
    else rest.push(group);
  }
  return [...large, ...rest];
}
