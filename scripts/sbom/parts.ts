import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Component } from "./cyclonedx.ts";

const licensed = (id: string) => [{ license: { id } }];

/** Parts of the image that are no packages. */
export const copiedParts: Component[] = [
  {
    type: "data",
    "bom-ref": "font:inter",
    name: "Inter",
    description: "Font of screens and papers",
    licenses: licensed("OFL-1.1"),
  },
  {
    type: "data",
    "bom-ref": "font:liberation",
    name: "Liberation",
    description: "Fonts of PDF files that bring none, in pdfjs-dist",
    licenses: licensed("OFL-1.1"),
  },
  {
    type: "data",
    "bom-ref": "font:foxit",
    name: "Foxit standard fonts",
    description: "Fonts of PDF files that bring none, in pdfjs-dist",
    licenses: licensed("BSD-3-Clause"),
  },
  {
    type: "data",
    "bom-ref": "data:adobe-cmaps",
    name: "Adobe CMap resources",
    description: "Character maps of Asian scripts, in pdfjs-dist",
    licenses: licensed("BSD-3-Clause"),
  },
  {
    type: "library",
    "bom-ref": "library:openjpeg",
    name: "OpenJPEG",
    description: "Decoder of JPEG 2000, in pdfjs-dist",
    licenses: licensed("BSD-2-Clause"),
  },
];

/** Node with its components; its LICENSE contains the texts of all of them. */
export function nodeComponent(version: string, license: string): Component {
  const { node: _, modules: _modules, napi: _napi, ...parts } = process.versions;
  return {
    type: "platform",
    "bom-ref": `node@${version}`,
    name: "node",
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [
      {
        license: {
          name: "MIT, and those of its parts",
          text: { contentType: "text/plain", content: license },
        },
      },
    ],
    components: Object.entries(parts).map(([name, of]) => ({
      type: "library",
      "bom-ref": `node@${version}/${name}`,
      name,
      version: of ?? "",
    })),
  };
}

/** The embedded PostgreSQL, with its libraries. */
export function postgresComponent(folder: string, version: string): Component {
  const libraries = globSync(`${folder}/native/lib/lib*.so.*`).map((path) => basename(path));
  return {
    type: "application",
    "bom-ref": `postgresql@${version}`,
    name: "postgresql",
    version,
    purl: `pkg:generic/postgresql@${version}`,
    cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
    licenses: licensed("PostgreSQL"),
    components: libraries.map((name) => ({
      type: "library",
      "bom-ref": `postgresql@${version}/${name}`,
      name,
    })),
  };
}

/** The installed packages below a root folder, with the licenses that their copyright files name. */
export function debianPackages(root: string): Component[] {
  const release = readFileSync(`${root}/etc/os-release`, "utf8").match(/^VERSION_ID="?(\d+)/m)?.[1] ?? "";
  return readFileSync(`${root}/var/lib/dpkg/status`, "utf8")
    .split("\n\n")
    .filter((entry) => /^Status: install ok installed$/m.test(entry))
    .map((entry) => {
      const field = (name: string) => entry.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? "";
      const [name, version, architecture] = [field("Package"), field("Version"), field("Architecture")];
      const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-${release}`;
      return {
        type: "library",
        "bom-ref": purl,
        name,
        version,
        purl,
        licenses: namedIn(`${root}/usr/share/doc/${name}/copyright`).map((license) => ({
          license: { name: license },
        })),
      };
    });
}

/** From Debian's machine-readable format, which not all packages use. */
function namedIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const names = new Set([...text.matchAll(/^License: *(\S.*)$/gm)].map(([, name]) => name as string));
  return names.size > 0 ? [...names] : [`as in ${file.slice(file.indexOf("/usr/share/doc"))}`];
}
