import { afterAll, beforeAll, expect, test } from "vitest";
import { safeParse, type ZodMiniType } from "zod/mini";
import { startTestApp, type TestApp } from "./app.ts";
import { acceptedBodies } from "./data/accepted-bodies.ts";
import { nameOf } from "./endpoints.ts";
import { paramsFor, type SeededClinic, seededClinic, tokenOfClinic } from "./safety/seeded-records.ts";
import { type TextInput, textInputs, withText } from "./safety/text-inputs.ts";

// Every day that can be sent has its bounds on the server (shared/formats/day-bounds.ts).

/** Looked for and stored nowhere; no day. */
const others = ["POST /api/patients/duplicates birthday", "POST /api/reminders/stop token"];
/** Where the other day of a pair is refused. */
const refusedAt: Record<string, string> = { firstDay: "lastDay", from: "to" };
/** Without which the day does not count. */
const besides: Record<string, object> = {
  dateOfAdmission: { admissionStatus: "Admitted" },
  dateOfDischarge: { admissionStatus: "Discharged" },
  endedOn: { lmp: "2026-01-05", outcome: "term", living: 1 },
  validUntil: { hmo: { company: "Maxicare", approved: "100" } },
};

const isAccepted = ({ endpoint, at }: TextInput, text: string) =>
  !safeParse(
    endpoint.body as ZodMiniType,
    withText(acceptedBodies[nameOf(endpoint)], { at, isKey: false }, text),
  ).error?.issues.some(({ path }) => path[0] === at[0]);

const dates = textInputs.filter((input) => {
  if (input.part !== "body" || input.isKey || others.includes(input.name)) return false;
  const days = ["2026-11-20", "2035-06-04"].flatMap((day) => [day, `${day}T01:00:00Z`]);
  return (
    days.some((day) => isAccepted(input, day)) &&
    !["hello", "5", "0917 555 0148"].some((text) => isAccepted(input, text))
  );
});

let app: TestApp;
let clinic: SeededClinic;
beforeAll(async () => {
  app = await startTestApp();
  clinic = await seededClinic(app);
}, 60_000);
afterAll(() => app.close());

test("finds the days of the contracts", () => expect(dates.length).toBeGreaterThan(35));

test.each(dates.map((input) => [input.name, input] as const))(
  "%s is refused far from today",
  async (_, input) => {
    const { endpoint, at } = input;
    const isDay = isAccepted(input, "2026-11-20") || isAccepted(input, "2035-06-04");
    for (const day of ["1026-11-28", "1899-12-31", "2199-12-31"]) {
      const base = { ...(acceptedBodies[nameOf(endpoint)] as object), ...besides[String(at.at(-1))] };
      const answer = await app.call(endpoint, tokenOfClinic(endpoint, clinic), {
        params: paramsFor(endpoint, clinic.records),
        body: JSON.parse(
          JSON.stringify(withText(base, input, isDay ? day : `${day}T01:00:00Z`)).replaceAll(
            '"patientId":1,',
            `"patientId":${clinic.records.patient},`,
          ),
        ),
      });
      expect([400, 422], `${day} ${answer.statusCode} ${answer.body.slice(0, 300)}`).toContain(
        answer.statusCode,
      );
      const fields = Object.keys(answer.json().fields ?? {});
      expect([at.join("."), refusedAt[String(at.at(-1))]], answer.body).toEqual(
        expect.arrayContaining(fields),
      );
      expect(fields, answer.body).not.toEqual([]);
    }
  },
);
