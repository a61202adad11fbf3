/** What the server accepts (server/auth/password-rules.ts), said beside each field for a new password. */
export const passwordRule =
  "At least 8 characters. Not a common password, and not your name, your clinic or your email.";
