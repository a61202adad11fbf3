export const PASSWORD_LENGTH = 8;

/** What a new password must fulfill: the rule as a list has it, and the refusal of a password that does not. */
export const passwordRules = {
  length: {
    rule: `At least ${PASSWORD_LENGTH} characters`,
    refusal: `Password must be at least ${PASSWORD_LENGTH} characters`,
  },
  ownName: {
    rule: "Not your name, your clinic or your email",
    refusal: "Choose a password that is not your name, your clinic or your email.",
  },
  /** Only the server has the list. */
  common: {
    rule: "Not among the first that people guess",
    refusal: "This password is among the first that people guess. Choose another.",
  },
} as const;
