import { randomBytes } from "node:crypto";

/** Without 0 and o, 1 and l and i, since it is copied by hand. 20 of 31 characters: 99 bits. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** A temporary password: `d24mn-43ssj-vumvx-qjb92`. */
export function randomPassword(): string {
  const fair = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < 20)
    for (const byte of randomBytes(32))
      if (byte < fair && text.length < 20) text += alphabet[byte % alphabet.length];
  return text.match(/.{5}/g)?.join("-") ?? text;
}
