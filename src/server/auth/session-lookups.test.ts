import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { DatabaseFunctions } from "../database/database-functions.ts";
import { SessionLookups } from "./session-lookups.ts";

/** A database whose answers the test releases. */
function database() {
  const trips: { hashes: string[]; answer: (error?: Error) => void }[] = [];
  const touched: string[][] = [];
  const functions = {
    rows(_: string, { tokenHashes }: { tokenHashes: Buffer[] }) {
      const { promise, resolve, reject } = Promise.withResolvers<never[]>();
      const names = tokenHashes.map(String);
      const rows = names.flatMap((name, n) =>
        name === "dead" ? [] : [{ place: n + 1, email: name, isToTouch: name === "ben" }],
      );
      trips.push({ hashes: names, answer: (error) => (error ? reject(error) : resolve(rows as never[])) });
      return promise;
    },
    async value(_: string, { tokenHashes }: { tokenHashes: Buffer[] }) {
      touched.push(tokenHashes.map(String));
    },
  };
  const lookups = new SessionLookups(functions as unknown as DatabaseFunctions);
  const look = (name: string) =>
    lookups.look({ tokenHash: Buffer.from(name), isActiveUse: true, now: new Date() });
  return { trips, touched, look };
}

test("concurrent lookups share a round trip, and each gets its own session or none", async () => {
  const { trips, touched, look } = database();
  const looked = Promise.all(["ana", "dead", "ben"].map(look));
  await nextTurn();
  expect(trips.map(({ hashes }) => hashes)).toEqual([["ana", "dead", "ben"]]);
  trips[0]?.answer();
  expect((await looked).map((row) => row?.email ?? null)).toEqual(["ana", null, "ben"]);
  expect(touched).toEqual([["ben"]]);
});

test("lookups are batched while two round trips are running, and a failed one fails no other", async () => {
  const { trips, look } = database();
  const first = look("first");
  await nextTurn();
  const second = look("second");
  await nextTurn();
  const [third, fourth] = [look("third"), look("fourth")];
  await nextTurn();
  expect(trips).toHaveLength(2);
  trips[0]?.answer(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await nextTurn();
  expect(trips[2]?.hashes).toEqual(["third", "fourth"]);
  trips[1]?.answer();
  trips[2]?.answer();
  expect((await Promise.all([second, third, fourth])).map((row) => row?.email)).toEqual([
    "second",
    "third",
    "fourth",
  ]);
});

test("lookups that wait fail with one that timed out, because they would wait as long", async () => {
  const { trips, look } = database();
  const sent = [look("first")];
  await nextTurn();
  sent.push(look("second"));
  await nextTurn();
  const waiting = look("third");
  const running = sent[1];
  trips[0]?.answer(new Error("Query read timeout"));
  await expect(sent[0]).rejects.toThrow("timeout");
  await expect(waiting).rejects.toThrow("timeout");
  trips[1]?.answer();
  expect(await running).toMatchObject({ email: "second" });
  expect(trips).toHaveLength(2);
});
