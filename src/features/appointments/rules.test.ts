import { expect, test } from "vitest";
import { visitStates } from "#shared/clinical/visit-states.ts";
import { mayBookAgain } from "./rules.ts";

test("only who did not come is booked again", () => {
  expect(visitStates.filter((state) => mayBookAgain({ state }))).toEqual(["no_show", "cancelled"]);
});
