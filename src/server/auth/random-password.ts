import { randomBytes } from "node:crypto";

/** Without 0 and o, 1 and l and i: it is copied from a screen by hand. 31 letters, 20 places: 99 bits. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

/** A temporary password: `d24mn-43ssj-vumvx-qjb92`. */
export function randomPassword(): string {
  const fair = 256 - (256 % letters.length);
  let text = "";
  while (text.length < 20)
    for (const byte of randomBytes(32))
      if (byte < fair && text.length < 20) text += letters[byte % letters.length];
  return text.match(/.{5}/g)?.join("-") ?? text;
}
