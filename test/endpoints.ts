import { globSync } from "node:fs";
import type { Endpoint } from "#shared/endpoint.ts";

const root = new URL("../", import.meta.url);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "access" in value && "path" in value && "method" in value;

const contracts = await Promise.all(
  globSync("src/features/*/contract.ts", { cwd: root })
    .sort()
    .map((file) => import(new URL(file, root).href) as Promise<object>),
);

/** All endpoints of the API, from the contracts. */
export const endpoints = contracts.flatMap((contract) => Object.values(contract).filter(isEndpoint));

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The names of its path parameters: `id`, `rxId`. */
export const placesOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
