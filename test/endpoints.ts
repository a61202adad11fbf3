import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Endpoint } from "#shared/endpoint.ts";

const root = new URL("../", import.meta.url);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "access" in value && "path" in value && "method" in value;

/** A feature's endpoints by name, from its contract and those beside it. */
async function endpointsOf(feature: string): Promise<Endpoint[]> {
  const files = globSync(`src/features/${feature}/*contract.ts`, { cwd: root });
  const contracts = await Promise.all(
    files.map((file) => import(new URL(file, root).href) as Promise<Record<string, unknown>>),
  );
  return contracts
    .flatMap(Object.entries)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, value]) => (isEndpoint(value) ? [value] : []));
}

const features = globSync("src/features/*/contract.ts", { cwd: root }).map((file) => basename(dirname(file)));

/** All endpoints of the API. */
export const endpoints = (await Promise.all(features.sort().map(endpointsOf))).flat();

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The names of its path parameters: `id`, `rxId`. */
export const placesOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
