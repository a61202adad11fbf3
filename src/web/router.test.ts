import { expect, test } from "vitest";
import { screenPaths } from "#shared/screen-paths.ts";
import { newRouter } from "./router.tsx";

test("every address the server answers with a page has its page, and none besides", () => {
  const router = newRouter();
  const paths = Object.keys(router.routesByPath);
  // The landing page and the simplified screen have entries of their own.
  expect([...paths, "/", "/simplified", "/display"].sort()).toEqual([...screenPaths].sort());
});

test("an address keeps its words as they are", () => {
  const { parseSearch, stringifySearch } = newRouter().options;
  expect(stringifySearch?.({ section: "patients", q: "dela cruz", patient: 12, open: undefined })).toBe(
    "?section=patients&q=dela+cruz&patient=12",
  );
  expect(parseSearch?.("?q=20261120&section=patients")).toEqual({ q: "20261120", section: "patients" });
});
