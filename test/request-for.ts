import { type Endpoint, pathOf } from "#shared/endpoint.ts";

export type Call = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A request to send. An object as the payload becomes JSON. */
export type Request = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer | object;
};

/** An endpoint's request with a session token, or without one. */
export function requestFor(
  endpoint: Endpoint,
  as: string | null,
  { params, query, body, headers }: Call = {},
): Request {
  const asked = new URLSearchParams(query).toString();
  return {
    method: endpoint.method,
    url: pathOf(endpoint, params) + (asked && `?${asked}`),
    ...(body !== undefined && { payload: body as object }),
    headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
  };
}
