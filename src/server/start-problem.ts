/** Klinika cannot start or continue. The message is one line that says what to do, printed without a stack. */
export class StartProblem extends Error {}
