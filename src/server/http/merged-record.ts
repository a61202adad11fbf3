import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import type { ClinicScope } from "../database/db.ts";
import { survivorOf } from "../database/merged-patients.ts";

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** Where a request names its patient. */
function namedIn({ path }: Endpoint, input: Input): { part: Record<string, unknown>; key: string } | null {
  const isPatients = path.startsWith("/api/patients/:id");
  const found = (
    [
      [input.params, isPatients ? "id" : "patientId"],
      [input.query, "patientId"],
      [input.body, "patientId"],
    ] as const
  ).find(([part, key]) => typeof (part as Record<string, unknown> | undefined)?.[key] === "number");
  return found ? { part: found[0] as Record<string, unknown>, key: found[1] } : null;
}

const foreignKeyViolation = "23503";
const isGone = (error: unknown) =>
  error instanceof Failure
    ? error.code === "not_found"
    : (error as { code?: unknown } | null)?.code === foreignKeyViolation;

/**
 * Follows a merge: a read whose patient was merged into another returns that one, and a change is refused with a message.
 * Runs only after a failure, so that other requests do not pay for it.
 */
export async function leadOn(
  clinic: ClinicScope,
  endpoint: Endpoint,
  { input, error, again }: { input: Input; error: unknown; again: () => Promise<unknown> },
): Promise<unknown> {
  const named = isGone(error) ? namedIn(endpoint, input) : null;
  if (!named) throw error;
  const survivor = await survivorOf(clinic, Number(named.part[named.key]));
  if (survivor === null) throw error;
  if (endpoint.method !== "GET")
    throw new Failure(
      "not_found",
      "This record was merged into another one. Open the patient again: the old link leads there.",
    );
  named.part[named.key] = survivor;
  return again();
}
