/**
 * Which file may import which, types included; docs/architecture.md has the picture. `npm run lint` checks it.
 *
 * The server halves of the features, from the bottom up: each may call those above it in this list, never those below.
 */
const serverHalves = `
  accounts api-keys browser-errors clinics contact diagnoses files
  households notifications places platform quick-texts reminders signatures tasks webhooks
  patients staff
  growth imports prescriptions reports visits
  appointments billing results
  fhir merges pregnancies
  consultations immunizations papers
  clinical-lists referrals registration
  timeline record-head
  exports record-copy confidential
`
  .trim()
  .split(/\s+/);

const contracts = "^src/features/[^/]+/[a-z-]*contract\\.ts$";
const lists = "^src/features/[^/]+/[a-z-]*fields\\.ts$";
/** A contract, and beside it what both halves of the feature use. */
const forBothSides = "^src/features/[^/]+/[^/]+\\.ts$";
const shared = "^src/shared/";
const smallZod = "^node_modules/zod/mini/";

/** Tests may look everywhere, but not at what measures them. */
const tests = ["\\.test\\.tsx?$", "/testing[^/]*$"];

const rule = (name, comment, from, to) => ({
  name,
  comment,
  severity: "error",
  from: { ...from, pathNot: [from.pathNot ?? [], tests].flat() },
  to,
});

export default {
  forbidden: [
    rule("no-circle", "Files do not import each other in a circle.", {}, { circular: true }),
    rule(
      "shared",
      "src/shared imports only zod/mini and itself.",
      { path: shared },
      { pathNot: [shared, smallZod] },
    ),
    rule(
      "contract",
      "A contract imports only zod/mini, src/shared, other contracts and lists of fields.",
      { path: contracts },
      { pathNot: [contracts, lists, shared, smallZod] },
    ),
    rule(
      "beside-a-contract",
      "What both halves of a feature use imports only the like.",
      { path: forBothSides },
      { path: "^src/", pathNot: [forBothSides, shared] },
    ),
    rule(
      "ground-of-the-server",
      "src/server knows no feature and no screens.",
      { path: "^src/server/" },
      { path: "^src/", pathNot: ["^src/server/", shared] },
    ),
    rule(
      "ground-of-the-screens",
      "src/web knows no server and, of a feature, only the contract and what is beside it.",
      { path: "^src/web/" },
      { path: "^src/", pathNot: ["^src/web/", forBothSides, shared] },
    ),
    rule(
      "server-half",
      "A feature's server half imports no screens and nothing that combines features.",
      { path: "^src/features/[^/]+/server/" },
      { path: "^src/(app|operations|web)/|^src/features/[^/]+/web/" },
    ),
    rule(
      "routes",
      "Call another feature's queries, never its routes.",
      { pathNot: "^src/app/" },
      { path: "^src/features/[^/]+/server/routes\\.ts$" },
    ),
    ...serverHalves.map((name, index) =>
      rule(
        `server-half-of-${name}`,
        "Server halves call each other in one direction: see the list at the top of .dependency-cruiser.mjs.",
        { path: `^src/features/${name}/server/` },
        { path: `^src/features/(${serverHalves.slice(index + 1).join("|")}|-)/server/` },
      ),
    ),
    rule(
      "server-half-in-the-list",
      "Every feature with a server half is in the list at the top of .dependency-cruiser.mjs.",
      { path: "^src/features/", pathNot: `^src/features/(${serverHalves.join("|")})/` },
      {},
    ),
    rule(
      "screens-without-server",
      "Screens import no server code.",
      { path: "^src/(app|features/[^/]+)/web/" },
      { path: "^src/(server|operations|app/server)/|^src/features/[^/]+/server/" },
    ),
    rule(
      "screens-of-one-feature",
      "A feature's screens never import another feature's screens: pages combine them.",
      { path: "^src/features/([^/]+)/web/" },
      { path: ["^src/features/[^/]+/web/", "^src/app/"], pathNot: "^src/features/$1/web/" },
    ),
    rule(
      "small-zod",
      "The browser loads zod/mini only.",
      { path: "^src/web/|^src/(app|features/[^/]+)/web/" },
      { path: "^node_modules/zod/", pathNot: smallZod },
    ),
    {
      name: "measuring",
      comment: "What measures the product stands above it and its tests: only drills import it.",
      severity: "error",
      from: { path: "^(src|test|e2e|scripts)/", pathNot: "^scripts/release/" },
      to: { path: "^measure/" },
    },
    rule(
      "server-of-the-app",
      "The server imports no screens.",
      { path: "^src/(app/server|operations)/" },
      { path: "^src/web/|^src/(app|features/[^/]+)/web/" },
    ),
  ],
  options: {
    // TypeScript 7 has no compiler to call from JavaScript.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    // The parser does not know `await using`, which these have.
    exclude: {
      path: [
        "^src/app/server/run\\.ts$",
        "^test/harness/(environment|pair)\\.ts$",
        "^scripts/(dev\\.ts$|release/)",
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      mainFields: ["module", "main"],
    },
  },
};
