import { createHash } from "node:crypto";
import { isAllowed } from "./licenses.ts";
import type { ShippedPackage } from "./shipped-packages.ts";

type License =
  | { license: { id?: string; name?: string; text?: { contentType: string; content: string } } }
  | { expression: string };

/** A component of CycloneDX 1.6, with the properties used here. */
export type Component = {
  type: "application" | "library" | "platform" | "data";
  "bom-ref": string;
  name: string;
  version?: string;
  description?: string;
  purl?: string;
  cpe?: string;
  hashes?: { alg: "SHA-512"; content: string }[];
  licenses?: License[];
  components?: Component[];
};

const isOne = (expression: string) => /^[\w.+-]+$/.test(expression);

const refOf = ({ name, version }: Pick<ShippedPackage, "name" | "version">) => `${name}@${version}`;

const npmComponent = (shipped: ShippedPackage): Component => ({
  type: "library",
  "bom-ref": refOf(shipped),
  name: shipped.name,
  version: shipped.version,
  purl: `pkg:npm/${shipped.name.replace("@", "%40")}@${shipped.version}`,
  ...(shipped.integrity?.startsWith("sha512-") && {
    hashes: [{ alg: "SHA-512", content: Buffer.from(shipped.integrity.slice(7), "base64").toString("hex") }],
  }),
  licenses: [isOne(shipped.license) ? { license: { id: shipped.license } } : { expression: shipped.license }],
});

/** Each package once, whichever part of the product contains it. */
export const eachOnce = (all: readonly ShippedPackage[]): ShippedPackage[] => [
  ...new Map(all.map((shipped) => [refOf(shipped), shipped])).values(),
];

/** Describes the packages that may not ship. */
export const refusedAmong = (shipped: readonly ShippedPackage[]): string[] =>
  shipped
    .filter(({ license }) => !isAllowed(license))
    .map((one) => `${refOf(one)}: ${one.license || "names no license"}`);

/** The same parts give the same document: it has no time, and its serial number is a hash of its contents. */
export function documentOf(
  product: { name: string; version: string },
  shipped: readonly ShippedPackage[],
  parts: readonly Component[],
) {
  const sorted = shipped.toSorted((one, other) => (refOf(one) < refOf(other) ? -1 : 1));
  const known = new Set(sorted.map(refOf));
  const root = refOf(product);
  const contents = {
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": root, name: product.name, version: product.version },
    },
    components: [...sorted.map(npmComponent), ...parts],
    dependencies: sorted.map((one) => ({
      ref: refOf(one),
      dependsOn: [...new Set(one.needs)].filter((ref) => known.has(ref)),
    })),
  };
  const hex = createHash("sha256").update(JSON.stringify(contents)).digest("hex");
  const number = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${number.join("-")}`,
    ...contents,
  };
}
