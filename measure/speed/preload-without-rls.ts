import pg from "pg";

/**
 * Preloaded before the product: connects as BENCH_ROLE, which no policy applies to, instead of the application's role. The
 * product has no such option.
 */
const { BENCH_ROLE: role = "", BENCH_PASSWORD: password = "" } = process.env;

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
  // Not where the start checks the role.
  if (options && application_name === "klinika") {
    const login = { user: role, password };
    Object.assign(this, login);
    Object.assign(connectionParameters, login, {
      options: options.replace("role=klinika_app", `role=${role}`),
    });
  }
  return connect.apply(this, given);
};
