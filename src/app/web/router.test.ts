import { expect, test } from "vitest";
import { screenPaths } from "#shared/screen-paths.ts";
import { newRouter } from "./router.tsx";

test("the pages match the URLs that the server answers with a page", () => {
  const router = newRouter();
  const paths = Object.keys(router.routesByPath);
  // The landing page and the simplified screen have entries of their own.
  expect([...paths, "/", "/simplified", "/display"].sort()).toEqual([...screenPaths].sort());
});

test("a URL keeps its parameters as they are", () => {
  const { parseSearch, stringifySearch } = newRouter().options;
  expect(stringifySearch?.({ section: "patients", q: "dela cruz", patient: 12, open: undefined })).toBe(
    "?section=patients&q=dela+cruz&patient=12",
  );
  expect(parseSearch?.("?q=20261120&section=patients")).toEqual({ q: "20261120", section: "patients" });
});
