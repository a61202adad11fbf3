import { clearableDatabase } from "./clearable-database.ts";

export const cacheDatabase = clearableDatabase("klinika-kept");

/** Removes all cached answers of this browser. */
export const clearOfflineCache = cacheDatabase.clear;
