import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** On SIGUSR2 collects the garbage and prints what is left: memory that is still held by something. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
process.on("SIGUSR2", () => {
  collect();
  collect();
  console.log(`heap: ${process.memoryUsage().heapUsed} bytes`);
});
