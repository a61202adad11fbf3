import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

export const newSigningSecret = () => randomBytes(32);

/** As receivers type it into the libraries of Standard Webhooks. */
export const secretInWords = (secret: Buffer) => PREFIX + secret.toString("base64");

/** The headers of Standard Webhooks 1.0.0: who it is, when it is sent, and both and the body signed. */
export function signedHeaders(secret: Buffer, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
