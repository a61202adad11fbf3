/** Why Klinika cannot start or continue, in one line that says what to do. Printed without a stack. */
export class StartProblem extends Error {}
