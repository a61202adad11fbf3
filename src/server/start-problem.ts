/** Why Klinika cannot start or go on, in one line that says what to do. Shown as it is, without a stack. */
export class StartProblem extends Error {}
