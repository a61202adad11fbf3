/** A list that cannot be read, with the reason in words. */
export class RefusedList extends Error {}

export const refusedList = (reason: string): RefusedList => new RefusedList(reason);
