import type { Bundle, BundleEntry, BundleLink } from "@medplum/fhirtypes";
import type { FastifyReply, FastifyRequest } from "fastify";
import { FHIR_PATH } from "#features/fhir/contract.ts";
import type { Resource } from "./resources/resource.ts";
import type { Page } from "./search/read-page.ts";
import type { Query } from "./search/read-query.ts";
import { shownOf, type shownPartOf } from "./shown-part.ts";

/** This installation's address as the caller sees it. */
export const baseOf = ({ protocol, host }: Pick<FastifyRequest, "protocol" | "host">): string =>
  `${protocol}://${host}${FHIR_PATH}`;

/** The number of matches without the resources. */
export const asCount = (
  request: FastifyRequest,
  path: string,
  { query, total }: { query: Query; total: number },
): Bundle & { resourceType: "Bundle" } => ({
  resourceType: "Bundle",
  type: "searchset",
  total,
  link: [{ relation: "self", url: addressOf(`${baseOf(request)}/${path}`, query) }],
});

export const asFhir = (reply: FastifyReply): FastifyReply =>
  reply.type("application/fhir+json; charset=utf-8");

const addressOf = (path: string, query: Query): string => {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).map((one): [string, string] => [name, one]),
    ),
  );
  return parameters.size > 0 ? `${path}?${parameters}` : path;
};

/** One page, with a link to the next one. */
export function asBundle(
  request: FastifyRequest,
  path: string,
  { query, page, part }: { query: Query; page: Page; part: ReturnType<typeof shownPartOf> },
): Bundle & { resourceType: "Bundle" } {
  const base = baseOf(request);
  const link: BundleLink[] = [{ relation: "self", url: addressOf(`${base}/${path}`, query) }];
  if (page.next !== null)
    link.push({ relation: "next", url: addressOf(`${base}/${path}`, { ...query, _page: page.next }) });
  return {
    resourceType: "Bundle",
    type: "searchset",
    // Known when one page has all.
    ...(page.next === null && query._page === undefined && { total: page.entries.length }),
    link,
    ...(page.entries.length > 0 && {
      entry: page.entries.map(
        ({ resource }): BundleEntry => ({
          fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
          resource: shownOf(resource, part) as BundleEntry["resource"] & Resource,
          search: { mode: "match" },
        }),
      ),
    }),
  };
}
