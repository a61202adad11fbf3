import { newStore, useStore } from "../store.ts";

const isThere = newStore(false);

export const noteNewVersion = (): void => isThere.set(true);

/** Whether the server has a newer version of the application than this page. */
export const useNewVersion = (): boolean => useStore(isThere);
