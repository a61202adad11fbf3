import { moveDate } from "../year/move-date.ts";
import { type MovingDays, millisecondsAhead } from "../year/moving-days.ts";

/** Preloaded: days pass as in PROVE_DAYS, a MovingDays as JSON. */
const days = JSON.parse(process.env.PROVE_DAYS ?? "null") as MovingDays;

moveDate((real) => millisecondsAhead(days, real));
