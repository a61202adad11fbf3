import { moveDate } from "../year/move-date.ts";

/** Preloaded: sets today's time to PROVE_CLOCK (HH:MM:SS, UTC), from which it continues. */
const [hours = 0, minutes = 0, seconds = 0] = (process.env.PROVE_CLOCK ?? "").split(":").map(Number);
const ahead = new Date().setUTCHours(hours, minutes, seconds, 0) - Date.now();

moveDate(() => ahead);
