import { clearableDatabase } from "../offline/clearable-database.ts";

export const draftsDatabase = clearableDatabase("klinika-drafts");

/** Removes every draft of this browser. */
export const clearDrafts = draftsDatabase.clear;
