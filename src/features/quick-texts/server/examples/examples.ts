import { acute } from "./acute.ts";
import { chronic } from "./chronic.ts";
import type { Example } from "./example.ts";
import { skinAndOthers } from "./skin-and-others.ts";

/** Common presentations of Philippine practice. No dose in them: each place is the doctor's to fill. */
export const examples: readonly Example[] = [...chronic, ...acute, ...skinAndOthers];
