import { globSync } from "node:fs";
import type { Endpoint } from "#shared/endpoint.ts";

const root = new URL("../", import.meta.url);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "access" in value && "path" in value && "method" in value;

/** A feature's contract comes before those of its parts. */
const placeOf = (file: string) => file.replace(/contract\.ts$/, "");

const contracts = await Promise.all(
  globSync("src/features/*/*contract.ts", { cwd: root })
    .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map((file) => import(new URL(file, root).href) as Promise<object>),
);

/** All endpoints of the API, from the contracts. */
export const endpoints = contracts.flatMap((contract) => Object.values(contract).filter(isEndpoint));

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The names of its path parameters: `id`, `rxId`. */
export const placesOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
