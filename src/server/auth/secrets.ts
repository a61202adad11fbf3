import { hash, randomBytes } from "node:crypto";

/** 256 random bits, for an address or a header. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** A secret is stored as this alone. */
export const sha256 = (text: string) => hash("sha256", text, "buffer");
