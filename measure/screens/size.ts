import { readdir, stat } from "node:fs/promises";
import { countingLoads } from "#e2e/support/first-load.ts";
import { owner, secretary } from "#scripts/seed-demo.ts";
import { atMost, type Figure } from "#test/harness/figure.ts";
import type { Account } from "./environment.ts";
import { desk, type ScreensEnvironment } from "./environment.ts";

const pages: readonly { what: string; path: string; account: Account | null; goal: number }[] = [
  { what: "landing page", path: "/", account: null, goal: 130 },
  { what: "sign-in", path: "/dashboard", account: null, goal: 130 },
  { what: "token login", path: "/token-login", account: null, goal: 130 },
  { what: "dashboard", path: "/dashboard", account: owner, goal: 200 },
  { what: "patients", path: "/patients", account: owner, goal: 200 },
  { what: "staff dashboard", path: "/staff-dashboard", account: secretary, goal: 200 },
  { what: "simplified page", path: "/simplified", account: owner, goal: 90 },
];

/** The viewers of PDF and DICOM, which load when such a file is opened. */
const excepted = /\/(pdf|PdfView|DicomView|dicom)[^/]*\.m?js\.gz$/i;

/** The scripts and styles that a first visit loads until the page is idle, gzip, in kB of 1,000 bytes. */
export async function size(environment: ScreensEnvironment): Promise<Figure[]> {
  const figures: Figure[] = [];
  const first = new Set<string>();
  let fonts = 0;
  for (const { what, path, account, goal } of pages)
    await environment.onPage(account, desk, async (page) => {
      const counting = countingLoads(page);
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await counting.settled();
      const { files, kB, fontKB } = counting.sofar();
      for (const [file] of files) first.add(`${file}.gz`);
      fonts = Math.max(fonts, fontKB);
      figures.push({
        ...atMost(`first load of ${what}`, kB, goal, " kB", 1),
        passes: kB <= goal && kB > 20,
        failures: files.map(([file, bytes]) => `${bytes} ${file}`),
      });
    });
  const lazy = (await readdir("dist/assets"))
    .map((name) => `dist/assets/${name}`)
    .filter((file) => file.endsWith(".js.gz") && !first.has(file) && !excepted.test(file));
  const sizes = await Promise.all(lazy.map(async (file) => [(await stat(file)).size / 1000, file] as const));
  const [largest = 0] = sizes.map(([kB]) => kB).sort((one, other) => other - one);
  figures.push({
    ...atMost(`largest of ${lazy.length} lazy parts`, largest, 60, " kB", 1),
    failures: sizes.filter(([kB]) => kB > 60).map(([kB, file]) => `${kB} kB ${file}`),
  });
  figures.push(atMost("fonts of a first load", fonts, 50, " kB", 1));
  return figures;
}
