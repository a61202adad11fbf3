import { globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test("docs/architecture.md names every folder of src and of its parts", () => {
  const [, tree = ""] = readFileSync("docs/architecture.md", "utf8").split("```");
  const parts = ["src", "src/app", "src/server", "src/server/database", "src/shared", "src/web"];
  const unnamed = parts.flatMap((part) =>
    foldersIn(part)
      .filter((name) => !new RegExp(`[\\s(/]${name}/`).test(tree))
      .map((name) => `${part}/${name}`),
  );
  expect(unnamed).toEqual([]);
});

test("files that documents name exist", () => {
  const documents = globSync(["*.md", "docs/**/*.md"]);
  const files = globSync(["*", ".*.mjs", "{deploy,e2e,measure,migrations,public,scripts,src,test}/**"]);
  const named = documents.flatMap((document) =>
    [...readFileSync(document, "utf8").matchAll(/`\/?([\w./-]+\.(?:tsx?|mjs|sql|py|html))`/g)].map(
      ([, file = ""]) => [document, file] as const,
    ),
  );
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(([, file]) => !isThere(file))).toEqual([]);
});

/** Statements and calls that store a clinic's bytes beyond the fields of a request's body. */
const storesBytes =
  /insertInto\("(files|patientPhotos|imports|sealedRecords)"\)|"(takeReferral|sendReferral|mergeRecords|partRecords)"|logo: picture|\bstorage\.put\(/;

/** Where each of them is limited: by `takeRoom` or `charge`, or why it is not. */
const limited: Record<string, readonly [place: string, by: RegExp]> = {
  "src/features/clinics/server/logo.ts": ["src/features/clinics/server/routes.ts", /takeRoom\(joined/],
  "src/features/files/server/store-uploads.ts": [
    "src/features/files/server/store-uploads.ts",
    /takeRoom\(joined/,
  ],
  // Not the clinic's uploads: a few at a time, for a day.
  "src/features/fhir/server/export/work-exports.ts": [
    "docs/decisions/integrations.md",
    /do not count against the quota/,
  ],
  "src/features/imports/server/imports.ts": ["src/features/imports/server/routes.ts", /takeRoom\(joined/],
  "src/features/merges/server/plan.ts": [
    "src/features/merges/server/routes.ts",
    /mergePatients,[\s\S]*?chargeRecords\(kit/,
  ],
  "src/features/merges/server/undo.ts": [
    "src/features/merges/server/routes.ts",
    /undoMerge,[\s\S]*?chargeRecords\(kit/,
  ],
  "src/features/patients/server/patient-photo.ts": [
    "src/features/patients/server/routes.ts",
    /takeRoom\(joined/,
  ],
  "src/features/referrals/server/claim-referral.ts": [
    "src/features/referrals/server/claim-referral.ts",
    /takeRoom\(clinic/,
  ],
  "src/features/referrals/server/send-referral.ts": [
    "src/features/referrals/server/routes.ts",
    /contract.sendReferral,[\s\S]*?chargeRecords\(kit[\s\S]*?contract.writeReferralLetter,[\s\S]*?chargeRecords\(kit[\s\S]*?contract.releaseReferralLetter,/,
  ],
};

test("whatever stores a clinic's bytes is limited by what the clinic may store", () => {
  const found = globSync("src/{app,features,server}/**/*.ts")
    .filter((path) => !/\.test\.ts$|\/testing[^/]*$|^src\/server\/(storage|database)\//.test(path))
    .filter((path) => storesBytes.test(readFileSync(path, "utf8")));
  expect(found.sort()).toEqual(Object.keys(limited).sort());
  for (const [file, [place, by]] of Object.entries(limited))
    expect(readFileSync(place, "utf8"), file).toMatch(by);
});

test("screens take the time from #web/clock.ts, since a device's clock may be wrong", () => {
  const screens = globSync([
    "src/app/web/**/*.{ts,tsx}",
    "src/web/**/*.{ts,tsx}",
    "src/features/*/web/**/*.{ts,tsx}",
    "src/shared/**/*.ts",
  ]);
  const byDevice = screens
    .filter((path) => !/\.test\.tsx?$|\/testing[^/]*$|^src\/web\/clock\.ts$/.test(path))
    .filter((path) => /\bDate\(\)|\bDate\.now/.test(readFileSync(path, "utf8")));
  expect(screens.length).toBeGreaterThan(500);
  expect(byDevice).toEqual([]);
});
