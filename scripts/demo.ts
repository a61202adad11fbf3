import { run } from "#app/server/run.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { removeUnfinished } from "./demo/unfinished.ts";

/** A clinic with invented patients, in a folder of its own. */
const env = {
  DATA_DIR: "./data-demo",
  SUPPORT_PHONE: "+63 32 555 0100",
  SUPPORT_EMAIL: "support@klinika.example",
  ADMIN_SECOND_FACTOR: "offered",
  ...process.env,
};

await run(env, { seed: seedDemo, beforeDatabase: removeUnfinished });
