// Plain JavaScript, and nothing before the cache is there: for a first module of TypeScript Node loads what takes types
// out, 45 ms and 12 MB that no module in the cache needs.
import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

enableCompileCache(fileURLToPath(new URL("../.cache/modules", import.meta.url)));
// Otherwise written at the end, which a computer that is switched off does not come to.
setTimeout(flushCompileCache, 20_000).unref();

await import("./main.ts");
