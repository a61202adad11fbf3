import { expect, test } from "vitest";
import { firstCallWord } from "#server/http/first-calls.ts";
import { recordScreens } from "#shared/record-address.ts";
import { isCached } from "#web/offline/cache-rule.ts";
import { callsOf } from "./first-screens.ts";

// What a screen asks for and the offline cache leaves out is missing on it without a connection.
test.each(["/dashboard", "/patients", "/consults", "/calendar", ...Object.values(recordScreens)])(
  "the first screen of %s is whole without a connection",
  (screen) => {
    const asked = (callsOf[screen] ?? []).map(({ address }) => address);
    expect(asked.length).toBeGreaterThan(1);
    const pathOf = (address: string) => address.replace(/\?.*/, "").replace(firstCallWord.patient, ":id");
    expect(asked.filter((address) => !isCached(pathOf(address), address))).toEqual([]);
  },
);
