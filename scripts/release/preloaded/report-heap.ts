import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** On SIGUSR2 runs the garbage collector and prints the remaining memory. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
process.on("SIGUSR2", () => {
  collect();
  collect();
  console.log(`heap: ${process.memoryUsage().heapUsed} bytes`);
});
