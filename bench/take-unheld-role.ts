import pg from "pg";
import { unheldRole } from "./unheld-role.ts";

/**
 * Loaded by a process before the product: where the product takes the application's role, it takes one that no policy
 * holds. Nothing in the product knows of it.
 */

type Connecting = { connectionParameters: { options?: string; application_name?: string } };
const client = pg.Client.prototype as unknown as { connect(this: Connecting, ...given: unknown[]): unknown };
const { connect } = client;
client.connect = function (...given) {
  const { connectionParameters } = this;
  const { options, application_name } = connectionParameters;
  // Not where the start makes sure of the role.
  if (options && application_name === "klinika")
    connectionParameters.options = options.replace("role=klinika_app", `role=${unheldRole}`);
  return connect.apply(this, given);
};
