import type { Plugin } from "vite";
import type { ServerOnly } from "#shared/endpoint.ts";

/**
 * A screen calls an endpoint by its method and path; schemas of requests and responses are for the server, and for forms
 * that validate. So the build splits each contract into its calls and its schemas, and a screen without a form loads
 * neither the schemas nor zod. A schema is recognized by its use of zod. Sources, server and tests are unaffected.
 */
export function contractParts(): Plugin {
  return {
    name: "klinika-contract-parts",
    apply: "build",
    transform(code, id) {
      const [file = "", part] = id.split("?");
      // Rules and shapes only: loading them has no effect.
      const moduleSideEffects = false;
      if (!contract.test(file)) return shared.test(file) ? { code, map: null, moduleSideEffects } : null;
      if (part === undefined) {
        const parts = ["calls", "shapes"].map(
          (name) => `export * from ${JSON.stringify(`${file}?${name}`)};`,
        );
        return { code: parts.join("\n"), map: null, moduleSideEffects };
      }
      const found = partsOf(code, this.parse(code));
      return { code: part === "calls" ? found.calls : found.shapes(file), map: null, moduleSideEffects };
    },
  };
}

const contract =
  /\/src\/(features\/[\w-]+\/([\w-]+-)?contract|shared\/(endpoint|clinical\/vital-signs))\.ts$/;
const shared = /\/src\/shared\/[\w/-]+\.ts$/;

/** Properties of an endpoint that only the server reads. */
const serverOnly: ReadonlySet<string> = new Set<ServerOnly>([
  "params",
  "query",
  "body",
  "response",
  "isSecret",
  "audit",
  "record",
  "withoutPassword",
  "whileReleased",
  "withTemporaryPassword",
  "namesOtherPatient",
]);

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Statement = { text: string; declares: string[]; uses: Set<string>; isExported: boolean };

export function partsOf(
  code: string,
  program: { body: readonly object[] },
): { calls: string; shapes: (file: string) => string } {
  const nodes = program.body as Node[];
  const imports = nodes.filter(({ type }) => type === "ImportDeclaration");
  const statements = nodes.filter((node) => !imports.includes(node)).map((node) => readStatement(code, node));
  const ofShapes = new Set(imports.flatMap(shapesImported));
  // Whatever uses a shape is one, at any depth.
  for (let before = -1; before !== ofShapes.size; ) {
    before = ofShapes.size;
    for (const { declares, uses } of statements)
      if ([...uses].some((name) => ofShapes.has(name))) for (const name of declares) ofShapes.add(name);
  }
  const isShape = ({ declares, uses }: Statement) =>
    [...declares, ...uses].some((name) => ofShapes.has(name));
  const [shapes, calls] = [statements.filter(isShape), statements.filter((one) => !isShape(one))];
  const asked = new Set(shapes.flatMap(({ uses }) => [...uses]));
  const lent = calls.flatMap(({ declares }) => declares).filter((name) => asked.has(name));
  const hidden = lent.filter((name) =>
    calls.some(({ declares, isExported }) => !isExported && declares.includes(name)),
  );
  const written = (part: readonly Statement[], more: readonly string[]) => {
    const used = new Set(part.flatMap(({ uses }) => [...uses]));
    // An unused import at the head of a part would make the bundler put both into one file.
    const heads = imports.filter((one) => localNames(one).some((name) => used.has(name)));
    return [
      ...heads.map(({ start, end }) => code.slice(start, end)),
      ...more,
      ...part.map(({ text }) => text),
    ].join("\n");
  };
  return {
    calls: written(calls, hidden.length > 0 ? [`export { ${hidden.join(", ")} };`] : []),
    shapes: (file) =>
      written(
        shapes,
        lent.length > 0 ? [`import { ${lent.join(", ")} } from ${JSON.stringify(`${file}?calls`)};`] : [],
      ),
  };
}

/** zod, the shapes of fields, and capitalized names of other contracts, which by convention are shapes. */
function shapesImported(declaration: Node): string[] {
  const from = String((declaration.source as Node).value);
  const isMadeOfZod =
    from === "zod/mini" || from.endsWith("/shared/formats/fields.ts") || from === "#shared/formats/fields.ts";
  return localNames(declaration).filter((name) => isMadeOfZod || /^[A-Z][a-z]/.test(name));
}

const localNames = (declaration: Node): string[] =>
  (declaration.specifiers as Node[]).map(({ local }) => String((local as Node).name));

function readStatement(code: string, node: Node): Statement {
  const isExported = node.type === "ExportNamedDeclaration";
  const declaration = (isExported ? node.declaration : node) as Node | null;
  const named = (declaration?.declarations as Node[] | undefined)?.map(({ id }) => id as Node) ?? [
    declaration?.id as Node | undefined,
  ];
  const uses = new Set<string>();
  const cuts: Node[] = [];
  const note = (one: Node): true => {
    if (one.type === "Identifier") uses.add(String(one.name));
    return true;
  };
  walk(node, (one) => {
    note(one);
    if (one.type !== "CallExpression" || (one.callee as Node).name !== "endpoint") return true;
    const [declared] = one.arguments as Node[];
    for (const property of (declared?.properties ?? []) as Node[])
      if (serverOnly.has(String((property.key as Node | undefined)?.name)) || isEmptyList(property))
        cuts.push(property);
      else walk(property.value as Node, note);
    uses.add("endpoint");
    return false;
  });
  let text = code.slice(node.start, node.end);
  for (const { start, end } of cuts.toReversed()) {
    const after = code.slice(end, node.end).match(/^\s*,/)?.[0].length ?? 0;
    text = text.slice(0, start - node.start) + text.slice(end + after - node.start);
  }
  // A call that no screen makes is left out of the build.
  text = text.replace(/= endpoint\(/, "= /* @__PURE__ */ endpoint(");
  return { text, declares: named.flatMap((id) => (id ? [String(id.name)] : [])), uses, isExported };
}

/** Empty `changes` and `reads` are left out: that is their default for screens. */
const isEmptyList = ({ value }: Node): boolean => {
  const { type, elements } = (value ?? {}) as { type?: string; elements?: unknown[] };
  return type === "ArrayExpression" && elements?.length === 0;
};

/** Visits every node that is a value, not property names. Descends where `visit` returns true. */
function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "key" && !node.computed) continue;
    if (key === "property" && node.type === "MemberExpression" && !node.computed) continue;
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === "object" && one !== null && "type" in one) walk(one as Node, visit);
  }
}
