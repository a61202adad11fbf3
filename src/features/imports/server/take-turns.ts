import { setImmediate } from "node:timers/promises";

/** Items that are worked on before other requests get their turn. */
const ITEMS_OF_TURN = 25;

/** Does something with each item, in turns with the other work of the process. */
export async function takeTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_OF_TURN === 0) await setImmediate();
    work(item, index);
  }
}
