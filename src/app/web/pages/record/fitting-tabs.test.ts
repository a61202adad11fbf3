import { expect, test } from "vitest";
import { recordTabs } from "#shared/record-address.ts";
import { fittingTabs } from "./fitting-tabs.ts";
import { tabLabels } from "./use-tabs.ts";

const tabs = recordTabs.map((id) => ({ id, label: tabLabels[id], count: 12 }));
const ofAdult = tabs.filter(({ id }) => !["growth", "immunization", "pregnancy"].includes(id));
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);

test("a desk shows all tabs of an adult, a phone two or three and More", () => {
  expect(fittingTabs(ofAdult, "visits", 1076).inMore).toEqual([]);
  const phone = fittingTabs(ofAdult, "visits", 390);
  expect(ids(phone.inRow)).toEqual(["visits", "medicines", "results"]);
  expect(ids(phone.inMore)).toEqual([
    "files",
    "papers",
    "bills",
    "appointments",
    "family",
    "details",
    "history",
  ]);
  expect(ids(fittingTabs(ofAdult, "visits", 320).inRow)).toEqual(["visits", "medicines"]);
});

test("the open tab is always in the row, the others each once", () => {
  for (const width of [280, 320, 360, 390, 500, 740, 1076])
    for (const { id } of tabs) {
      const { inRow, inMore } = fittingTabs(tabs, id, width);
      expect(ids(inRow)).toContain(id);
      expect(ids([...inRow, ...inMore]).toSorted()).toEqual([...recordTabs].toSorted());
    }
});
