import type { ClientBase } from "pg";

/**
 * For the `catch` of a transaction: where the connection is lost, ROLLBACK fails as well, and its error must not
 * replace the one that says what happened.
 * @returns whether the connection can be used again
 */
export const rollBack = (client: ClientBase): Promise<boolean> =>
  client.query("rollback").then(
    () => true,
    () => false,
  );
