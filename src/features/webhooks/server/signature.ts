import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

export const newSigningSecret = () => randomBytes(32);

/** In the form that Standard Webhooks libraries expect. */
export const secretInWords = (secret: Buffer) => PREFIX + secret.toString("base64");

/** The headers of Standard Webhooks 1.0.0: message id, time, and the signature of both and the body. */
export function signedHeaders(secret: Buffer, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
