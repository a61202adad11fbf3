import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, it } from "vitest";
import { filesUnavailable } from "../storage/storage.ts";
import { loggerOptions } from "./logger.ts";

function logged(err: Error): { err: Record<string, unknown>; text: string } {
  let text = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  pino(typeof loggerOptions === "object" ? loggerOptions : {}, stream).error({ err });
  return { err: JSON.parse(text).err, text };
}

it("a failure of the file store is logged with its cause, but without a path", () => {
  const cause = Object.assign(new Error("ENOENT: no such file, open '/data/files/7/ab/cbc-Uy.pdf'"), {
    code: "ENOENT",
  });
  const { err, text } = logged(filesUnavailable(cause));
  expect(err).toMatchObject({ code: "files_unavailable", cause: "ENOENT" });
  expect(text).not.toContain("Uy");
});

it("finds the cause behind fetch's error, or the message of an error without a code", () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(logged(filesUnavailable(new TypeError("fetch failed", { cause: refused }))).err.cause).toBe(
    "ECONNREFUSED",
  );
  expect(logged(filesUnavailable(new Error("The file store answered 403 AccessDenied"))).err.cause).toBe(
    "The file store answered 403 AccessDenied",
  );
});
