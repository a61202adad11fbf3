import { acute } from "./acute.ts";
import { chronic } from "./chronic.ts";
import type { Example } from "./example.ts";
import { skinAndOthers } from "./skin-and-others.ts";

/** Common presentations in Philippine practice. Without doses: the doctor fills each blank. */
export const examples: readonly Example[] = [...chronic, ...acute, ...skinAndOthers];
