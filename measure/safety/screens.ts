import { type Browser, chromium } from "playwright";
import { type Walk, walkScreens } from "#e2e/support/walk.ts";
import { type Noticed, newContext, WalkedPage } from "#e2e/support/walked-page.ts";
import { findChromium } from "#scripts/find-chromium.ts";
import { type EmptyEnvironment, type EnvironmentSource, inEnvironment } from "#test/harness/environment.ts";
import { every, type Figure, none } from "#test/harness/figure.ts";
import { type AdminSignIn, type PlantedClinic, plantedPassword } from "#test/safety/planted-clinic.ts";
import { provePlanted } from "#test/safety/planted-scripts.ts";
import { proveOpenedFiles } from "./opened-files.ts";
import { proveWalker } from "./walker-self-check.ts";

/** Parallel tabs, every second one without the pages' policy, walk through a clinic per payload. */
export async function proveScreens(
  environment: EmptyEnvironment,
  who: { admin: AdminSignIn; first: number },
  browser: Browser,
): Promise<Figure[]> {
  const { origin } = environment.stage;
  const walks: Walk[] = [];
  const visit = async (clinic: PlantedClinic, at: number) => {
    const context = await newContext(browser, origin, at % 2 === 1);
    walks[at] = await walkScreens(await WalkedPage.in(context), origin, clinic);
    await context.close();
  };
  const { figures, clinics, onPaper } = await provePlanted(environment, who, visit);
  const opened = walks.reduce((sum, walk) => sum + walk.opened, 0);
  const all = (part: keyof Noticed | "missing") => walks.flatMap((walk) => walk[part]);
  const wanted = clinics.flatMap((clinic, at) =>
    clinic.planted.map(({ place, text }) => ({ at, place, of: `${clinic.patient} ${text}` })),
  );
  const unseen = wanted.filter(({ at, place, of }) => !walks[at]?.seen.has(place) && !onPaper.has(of));
  const lifted = clinics.filter((_, at) => at % 2 === 1).length;
  return [
    ...figures,
    none(
      `scripts executed, dialogs opened (without the policy for ${lifted} of ${clinics.length})`,
      opened,
      all("executed"),
    ),
    none("reports of the pages' policy", opened, all("reports")),
    none("elements and attributes made from the texts", opened, all("elements")),
    none("error pages, uncaught errors, screens not reached", opened, [
      ...all("failures"),
      ...all("missing"),
    ]),
    every(
      "stored texts shown complete, as text, on a screen or a paper",
      wanted.length,
      unseen.map(({ place }) => place),
    ),
  ];
}

const admin = { email: "admin@planted.test", password: plantedPassword };

/** In a browser, on the built screens. */
export async function screens(source: EnvironmentSource): Promise<Figure[]> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env).path,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    return [
      ...(await inEnvironment(
        source,
        (environment) => proveScreens(environment, { admin, first: source.seed }, browser),
        {
          env,
        },
      )),
      ...(await inEnvironment(source, async (environment) => [
        await proveWalker(browser, environment.stage.origin),
        ...(await proveOpenedFiles(environment, browser)),
      ])),
    ];
  } finally {
    await browser.close();
  }
}
