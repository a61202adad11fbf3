import { setImmediate } from "node:timers/promises";

/** Items that are handled before other requests run. */
const ITEMS_OF_TURN = 25;

/** Handles each item, yielding to the event loop in between. */
export async function eachYielding<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_OF_TURN === 0) await setImmediate();
    work(item, index);
  }
}
