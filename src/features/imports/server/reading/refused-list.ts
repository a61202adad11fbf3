/** A list that cannot be read, with the reason in words. */
export class RefusedList extends Error {}
