import { parseAst } from "vite";
import { expect, test } from "vitest";
import { partsOf } from "./contract-parts.ts";

const contract = `import * as z from "zod/mini";
import { sexes, Patient } from "#features/patients/contract.ts";
import { endpoint } from "#shared/endpoint.ts";
import { requiredText } from "#shared/formats/fields.ts";
const view = { any: ["view_patients"] };
const words = "Write it first";
export const MAX_NOTES = 3;
const title = requiredText(words, 100);
export const Note = z.object({ title, sex: z.enum(sexes), patient: Patient });
export const noteFields = Object.keys(Note.shape);
export const addNote = /* @__PURE__ */ endpoint({
  method: "POST",
  path: "/api/patients/:id/notes",
  access: view,
  audit: "patient.update",
  params: z.object({ id: z.string() }),
  body: Note,
  upload: { field: "files", maxFiles: MAX_NOTES, maxBytes: 10 },
  response: z.array(Note),
});
`;
const parts = partsOf(contract, parseAst(contract));

test("a screen that only calls an endpoint gets what the call needs, and nothing that uses zod", () => {
  expect(parts.calls).toBe(`import { endpoint } from "#shared/endpoint.ts";
export { words };
const view = { any: ["view_patients"] };
const words = "Write it first";
export const MAX_NOTES = 3;
export const addNote = /* @__PURE__ */ endpoint({
  method: "POST",
  path: "/api/patients/:id/notes",
  access: view,
  
  
  
  upload: { field: "files", maxFiles: MAX_NOTES, maxBytes: 10 },
  
});`);
});

test("a form gets the schemas, and what they use of the rest of the file", () => {
  expect(parts.shapes("/src/contract.ts").split("\n")).toEqual([
    'import * as z from "zod/mini";',
    'import { sexes, Patient } from "#features/patients/contract.ts";',
    'import { requiredText } from "#shared/formats/fields.ts";',
    'import { words } from "/src/contract.ts?calls";',
    "const title = requiredText(words, 100);",
    "export const Note = z.object({ title, sex: z.enum(sexes), patient: Patient });",
    "export const noteFields = Object.keys(Note.shape);",
  ]);
});
