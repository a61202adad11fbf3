import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";

test("an unavailable part is named in the server's words", () => {
  const message = "Klinika can't reach its database right now. Please try again in a moment.";
  expect(new ApiError(503, { code: "database_unavailable", message }, "").shown("It failed.")).toBe(message);
  const full = "File storage is full. Please contact your administrator.";
  expect(new ApiError(507, { code: "storage_full", message: full }, "").shown("It failed.")).toBe(full);
});

test("an internal error has the screen's own message and the reference", () => {
  const body = { code: "internal", message: "Something went wrong.", reference: "Kq3x" } as const;
  expect(new ApiError(500, body, "").shown("It failed.")).toBe("It failed. (reference Kq3x)");
});

test("a proxy's text is not shown", () => {
  const body = { message: "upstream connect error" };
  expect(new ApiError(502, body, "").shown("It failed.")).toBe("It failed.");
  expect(new ApiError(503, {}, "503: <html>").shown("It failed.")).toBe("It failed.");
});
