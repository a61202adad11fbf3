import { expect, onTestFinished, test } from "vitest";
import { Failure } from "#shared/errors.ts";
import type * as drawings from "#test/data/paper-drawings.ts";
import { Papers } from "./papers.ts";

const module = new URL("../../../test/data/paper-drawings.ts", import.meta.url).href;

function opened(limits: ConstructorParameters<typeof Papers>[0] = {}) {
  const papers = new Papers({ threads: 2, ...limits });
  onTestFinished(() => papers.close());
  const draw = (name: Exclude<keyof typeof drawings, "quick">, clinicId = 1) =>
    papers.draw<(typeof drawings)[typeof name]>(clinicId, { module, name });
  const quick = (text: string, clinicId = 1) =>
    papers.draw<typeof drawings.quick>(clinicId, { module, name: "quick" }, text).then(String);
  return { papers, draw, quick };
}

const failureOf = (drawn: Promise<unknown>) =>
  drawn.then(
    () => null,
    (error: unknown) => error as Failure,
  );

test("starts no thread before the first paper", async () => {
  const { papers, quick } = opened();
  expect(papers.threads).toHaveLength(0);
  expect(await quick("a paper")).toBe("a paper");
  expect(papers.threads).toHaveLength(1);
});

test("failures and bugs of a drawing are passed on", async () => {
  const { draw } = opened();
  const refused = await failureOf(draw("refusing"));
  expect(refused).toBeInstanceOf(Failure);
  expect(refused).toMatchObject({ status: 422, message: "Shorten the name." });
  expect(await failureOf(draw("broken"))).toMatchObject({ name: "TypeError", message: "A defect." });
});
