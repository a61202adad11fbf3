import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);

/** Forms of few or only chosen values, which are typed again in seconds. */
const short = new Set([
  "AddApiKeyDialog",
  "AdultRangesSettings",
  "ClaimsDialog",
  "CloseCountDialog",
  "DayOffDialog",
  "DoctorHoursSettings",
  "DrawerDialogs",
  "EarlierDialog",
  "EditPermissionsDialog",
  "ExtraHoursDialog",
  "HoursDialog",
  "NameFavouriteDialog",
  "PlaceDialog",
  "PregnancyDialog",
  "ReasonDialog",
  "RelationDialog",
  "ServiceDialog",
  "SharesDialog",
  "VisitReasonDialog",
  "WebhookDialog",
]);

const sources = globSync("src/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !file.includes(".test."))
  .map((file) => ({
    name: file.replace(/^.*\/|\.tsx?$/g, ""),
    text: readFileSync(new URL(file, root), "utf8"),
  }));

test("every long form keeps a draft", () => {
  const forms = sources.filter(
    ({ name, text }) => / = use(ZodForm|FormDialog)\(/.test(text) && !short.has(name),
  );
  expect(forms.length).toBeGreaterThan(20);
  expect(
    forms.filter(({ text }) => !/useDraft\(|\bdraft(: |,$)/m.test(text)).map(({ name }) => name),
  ).toEqual([]);
});

test("no two forms keep their drafts under one name", () => {
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/(?:useDraft\((?:form|\[[^\]]*\]), |draft: )\{\s*form: "([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(names).toContain("payment");
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
