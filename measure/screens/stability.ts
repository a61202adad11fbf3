import sharp from "sharp";
import { atMost, type Figure, none } from "#test/harness/figure.ts";
import { desk, phone, type ScreensEnvironment } from "./environment.ts";
import { routes, settle } from "./screens.ts";

const started = Date.now();

/** Twenty addresses, each captured in two windows at the same fake time. */
export async function stability(environment: ScreensEnvironment): Promise<Figure[]> {
  const screens = routes.filter(({ name }) => !name.startsWith("API")).slice(0, 20);
  const failures: string[] = [];
  let worst = 0;
  for (const [where, options] of [
    ["1280 px", desk],
    ["412 px", phone],
  ] as const)
    for (const { account, name, path } of screens) {
      const shoot = () =>
        environment.onPage(account, options, async (page) => {
          await page.clock.setFixedTime(started);
          await page.goto(path);
          await settle(page);
          await page.evaluate("document.fonts.ready.then(() => undefined)");
          return page.screenshot({ animations: "disabled", caret: "hide" });
        });
      const part = await differing(...(await Promise.all([shoot(), shoot()])));
      worst = Math.max(worst, part);
      if (part > 0.001) failures.push(`${name}, ${where}: ${(part * 100).toFixed(2)} %`);
    }
  return [
    none("screens that differ the second time", screens.length * 2, failures),
    atMost("largest difference", worst * 100, 0.1, " %"),
  ];
}

/** The share of pixels, from 0 to 1, that differ visibly. */
async function differing(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  let pixels = 0;
  for (let at = 0; at < a.data.length; at += 3)
    if ([0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) > 8)) pixels += 1;
  return pixels / (a.data.length / 3);
}
