import pg from "pg";
import { rlsExemptPassword, rlsExemptRole } from "./rls-exempt-role.ts";

/**
 * Loaded by a process before the product: where the product logs in to take the application's role, it logs in as a role
 * that no policy holds. Nothing in the product knows of it.
 */

type Connecting = {
  user: string;
  password: string;
  connectionParameters: { options?: string; application_name?: string; user?: string; password?: string };
};
const client = pg.Client.prototype as unknown as { connect(this: Connecting, ...given: unknown[]): unknown };
const { connect } = client;
client.connect = function (...given) {
  const { connectionParameters } = this;
  const { options, application_name } = connectionParameters;
  // Not where the start makes sure of the role.
  if (options && application_name === "klinika") {
    const login = { user: rlsExemptRole, password: process.env[rlsExemptPassword] ?? "" };
    Object.assign(this, login);
    Object.assign(connectionParameters, login, {
      options: options.replace("role=klinika_app", `role=${rlsExemptRole}`),
    });
  }
  return connect.apply(this, given);
};
