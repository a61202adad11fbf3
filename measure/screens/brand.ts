import { type Figure, none } from "#measure/report/figure.ts";
import { owner } from "#scripts/seed-demo.ts";
import { violationsOn } from "../../e2e/axe.ts";
import { hardestColours, shortColours, unreadable } from "#test/brand-contrast.ts";
import { type Screen, settle } from "./screens.ts";
import { desk, type TestEnvironment } from "./environment.ts";

const screens: readonly Omit<Screen, "account">[] = [
  { name: "dashboard", path: "/dashboard" },
  { name: "patients", path: "/patients" },
  { name: "today", path: "/consults" },
  { name: "reports", path: "/reports" },
  { name: "admissions", path: "/dashboard?section=admissions" },
  { name: "tasks", path: "/dashboard?section=tasks" },
  { name: "staff", path: "/dashboard?section=staff" },
  { name: "settings", path: "/settings" },
  { name: "Add Patient", path: "/patients?open=add" },
  { name: "simplified page", path: "/simplified" },
];

/** Every colour by arithmetic, the hardest nine as a clinic's own colour on ten screens. */
export async function brand(environment: TestEnvironment): Promise<Figure[]> {
  const token = await environment.tokenOf(owner);
  const colours = hardestColours();
  const before = await environment.call<{ primaryColor: string }>(token, "GET", "/api/clinic/settings");
  const against: string[] = [];
  try {
    for (const colour of colours) {
      const primaryColor = whole(colour);
      await environment.call(token, "PUT", "/api/clinic/settings", { primaryColor });
      await Promise.all(
        [screens.slice(0, 5), screens.slice(5)].map((half) =>
          environment.onPage(owner, desk, async (page) => {
            for (const { name, path } of half) {
              await page.goto(path);
              await settle(page);
              const shown = await page.evaluate<string>(
                "document.documentElement.style.getPropertyValue('--brand-surface')",
              );
              if (shown !== primaryColor) against.push(`${name} shows ${shown}, not ${primaryColor}`);
              for (const violation of await violationsOn(page))
                against.push(`${primaryColor}, ${name}: ${violation}`);
            }
          }),
        ),
      );
    }
  } finally {
    await environment.call(token, "PUT", "/api/clinic/settings", { primaryColor: before.primaryColor });
  }
  return [
    none("colors unreadable somewhere", shortColours.length, unreadable()),
    none(
      `axe on ${screens.length} screens in the ${colours.length} hardest colors`,
      screens.length * colours.length,
      against,
    ),
  ];
}

const whole = (short: string) => short.replace(/[\da-f]/g, "$&$&");
