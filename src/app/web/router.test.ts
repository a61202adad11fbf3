import { createMemoryHistory } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { screenPaths } from "#shared/screen-paths.ts";
import { newRouter } from "./router.tsx";

test("the pages match the URLs that the server answers with a page", () => {
  const router = newRouter();
  const isRecord = (path: string) => path.startsWith("/patients/$id");
  const paths = Object.keys(router.routesByPath).filter((path) => !isRecord(path));
  // The landing page and the simplified screen have entries of their own.
  expect([...paths, "/", "/simplified", "/display"].sort()).toEqual([...screenPaths].sort());
});

test("a URL keeps its parameters as they are", () => {
  const { parseSearch, stringifySearch } = newRouter().options;
  expect(stringifySearch?.({ view: "table", q: "dela cruz", patient: 12, open: undefined })).toBe(
    "?view=table&q=dela+cruz&patient=12",
  );
  expect(parseSearch?.("?q=20261120&view=table")).toEqual({ q: "20261120", view: "table" });
});

test.each([
  ["/dashboard?section=tasks&status=Done", "/tasks?status=Done"],
  ["/dashboard?section=archived", "/archive"],
  ["/dashboard?section=patients&q=dela+cruz&open=add", "/patients?q=dela+cruz&open=add"],
  ["/dashboard?section=merge&stays=7&goes=9", "/merge?stays=7&goes=9"],
  ["/dashboard?section=secretary-access", "/secretary-access"],
  ["/dashboard?section=settings&settings=import", "/settings?settings=import"],
  ["/reports?report=admissions&show=all", "/admissions?show=all"],
  ["/dashboard?section=nonsense", "/dashboard?section=nonsense"],
])("the older address %s opens %s, and stays no step of the history", async (from, to) => {
  const router = newRouter();
  const history = createMemoryHistory({ initialEntries: ["/privacy", from] });
  router.update({ ...router.options, history });
  await router.load();
  expect(router.state.location.href).toBe(to);
  expect(history.length).toBe(2);
});
