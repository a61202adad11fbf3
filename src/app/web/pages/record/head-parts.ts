import { lazyPart } from "#web/lazy-part.ts";

const recordHead = () => import("./record-head.ts");
export const SafetyStrip = lazyPart(recordHead, "SafetyStrip");
export const SafetyLine = lazyPart(recordHead, "SafetyLine");
export const AlertChips = lazyPart(recordHead, "AlertChips");
export const ProblemOffer = lazyPart(recordHead, "ProblemOffer");
