import { globSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeParse, type ZodMiniType } from "zod/mini";
import { startTestApp, type TestApp } from "./app.ts";
import { acceptedBodies } from "./data/accepted-bodies.ts";
import { drawnPapers, isOn, isPrinted, leavesOf, printedText, tryTexts } from "./data/drawn-papers.ts";
import { nameOf } from "./endpoints.ts";
import { textInputs, withText } from "./safety/text-inputs.ts";

// Whatever a paper is handed is on it, or is refused by the name of its field.

let app: TestApp;
let drawn: Awaited<ReturnType<typeof drawnPapers>>;

beforeAll(async () => {
  app = await startTestApp();
  drawn = await drawnPapers(app);
}, 120_000);
afterAll(() => app.close());

test("every drawing is one of these papers", () => {
  const modules = globSync("src/{server/pdf,features/*/server}/*-pdf.ts", {
    cwd: new URL("../", import.meta.url),
  });
  const used = new Set(drawn.map(({ module }) => module.replace(/^.*\/src\//, "src/")));
  expect([...used].toSorted()).toEqual(modules.toSorted());
});

test("every text that a paper is handed is on it", async () => {
  const missing: string[] = [];
  for (const paper of drawn) {
    const text = await printedText(paper, paper.args[0]);
    for (const leaf of leavesOf(paper.args[0]))
      if (isPrinted(paper, leaf) && !isOn(text, leaf.text))
        missing.push(`${paper.what} ${leaf.path.join(".")}: ${leaf.text}`);
  }
  expect(missing).toEqual([]);
}, 60_000);

test("any text in any place is refused by the name of that place, or is on the paper as it was saved", async () => {
  await tryTexts(drawn, 50);
});

/** Fields whose text no paper contains, and why. */
const onNoPaper: [RegExp, string][] = [
  [/password|Password|token|challenge|code|recoveryCode$/, "A secret."],
  [
    /^POST \/api\/(auth|admin|staff|secretaries|doctors).* email$|^POST \/api\/contact email$/,
    "An account's address.",
  ],
  [/^(POST|PATCH) \/api\/tasks/, "A task, which may have any character."],
  [/^POST \/api\/(browser-errors|text-replies)/, "Sent by a program."],
  [/^POST \/fhir\/R4\/:fhirType\/_search/, "Looked for."],
  [/Files\.0$|analyte$|panel$|template$|tests\.0$|vitalSigns\.Note/, "One of those that the server knows."],
  [/^PATCH \/api\/imports\/:id\/rows\/:row/, "Judged as the patient's field."],
];

test("every other text is refused at its field when a paper could not print it", () => {
  const typed = ["Reyes 王", "王@b.ph", "https://王.ph/", "1 ✕ 2", "+63 917 王", "0917 555 0148 ✕"];
  const accepted = textInputs.filter((input) => {
    const { endpoint, part, at, name } = input;
    if (part !== "body" || !endpoint.body || onNoPaper.some(([pattern]) => pattern.test(name))) return false;
    const own = (text: string) =>
      safeParse(
        endpoint.body as ZodMiniType,
        withText(acceptedBodies[nameOf(endpoint)], input, text),
      ).error?.issues.filter(({ path }) => path[0] === at[0]) ?? [];
    return typed.some((text) => own(text).length === 0);
  });
  expect(accepted.map(({ name }) => name)).toEqual([]);
});
