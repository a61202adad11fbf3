import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, configure, getConfig, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, vi } from "vitest";
import * as z from "zod/mini";
import { type CurrentUser, currentUser } from "#features/accounts/contract.ts";
import { patientBills } from "#features/billing/contract.ts";
import { type Summary, summary } from "#features/clinical-lists/summary-contract.ts";
import { customFields } from "#features/clinics/contract.ts";
import { patientConsultations } from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { findDuplicates } from "#features/patients/contract.ts";
import { patientPrescriptions } from "#features/prescriptions/contract.ts";
import { quickTexts } from "#features/quick-texts/contract.ts";
import { visitTimeline } from "#features/timeline/contract.ts";
import { brandTokens, DEFAULT_BRAND } from "#shared/brand.ts";
import type { Answered, Endpoint } from "#shared/endpoint.ts";
import { type FailureBody, type FailureCode, statusOf } from "#shared/errors.ts";
import { clearPrefetched } from "./data/api.ts";
import { queryKeyOf } from "./data/calls.ts";
import { newQueryClient } from "./data/query-client.ts";
import { Toaster } from "./ui/overlays/Toaster.tsx";

/*
 * Screens under test, in jsdom:
 *
 *   const { hand, sent } = renderScreen(<PatientTable onOpen={open} />, {
 *     answers: [reply(listPatients, [aPatient()]), refuse(deletePatient, "forbidden", "Ask the owner")],
 *   });
 *   await hand.click(await screen.findByRole("button", { name: "Delete" }));
 *   expect(sent(deletePatient)).toHaveLength(1);
 *
 * Calls are answered by method and path; both bodies are checked against the endpoint's schemas, and a call
 * without a reply fails the test. A later reply for the same endpoint replaces the earlier one.
 */

export type SentCall = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
};

export type FakeAnswer = { endpoint: Endpoint; respond: (call: SentCall) => Response | Promise<Response> };

/** Replies to the endpoint with this body, or with the function's result; a promise delays it. */
export function reply<E extends Endpoint>(
  endpoint: E,
  body: Answered<E> | ((call: SentCall) => Answered<E> | Promise<Answered<E>>),
  headers: Record<string, string> = {},
): FakeAnswer {
  return {
    endpoint,
    respond: async (call) => {
      const answer = typeof body === "function" ? await (body as (call: SentCall) => unknown)(call) : body;
      // Node's Response does not accept jsdom's Blob.
      if (endpoint.response === "file")
        return new Response(await (answer as Blob).arrayBuffer(), { headers });
      const least = endpoint.record?.withoutView;
      z.parse(least ? z.union([endpoint.response, least]) : endpoint.response, answer);
      return Response.json(answer, { headers });
    },
  };
}

/** The endpoint fails as the server would. */
export function refuse(
  endpoint: Endpoint,
  code: FailureCode,
  message: string,
  details: Partial<FailureBody> = {},
): FakeAnswer {
  const body = { code, message, ...details };
  return { endpoint, respond: () => Response.json(body, { status: statusOf[code] }) };
}

/** A proxy responds instead of the server: no JSON, no message for the user. */
export const badGateway = (endpoint: Endpoint, status = 502): FakeAnswer => ({
  endpoint,
  respond: () =>
    new Response("<html>Bad gateway</html>", { status, headers: { "content-type": "text/html" } }),
});

/** The connection breaks before a response. */
export const loseConnection = (endpoint: Endpoint): FakeAnswer => ({
  endpoint,
  respond: () => {
    throw new TypeError("Failed to fetch");
  },
});

const anOwner: CurrentUser = {
  id: 1,
  email: "owner@example.ph",
  emailConfirmed: true,
  firstName: "Rafael",
  lastName: "Peñaflor",
  role: "owner",
  permissions: [],
  clinicId: 1,
  clinic: {
    id: 1,
    name: "Peñaflor Heart Clinic",
    brand: brandTokens(DEFAULT_BRAND),
    logoUrl: null,
    adultRanges: null,
  },
  passwordChanged: true,
  suspended: false,
  isStaffMode: false,
  secondFactor: { isOn: false, isRequired: false },
  licenseNumber: null,
  ptrNumber: null,
  ptrYear: null,
  s2Number: null,
  specialization: null,
  credentials: null,
};

/** The signed-in user: an owner by default. */
export const aUser = (user: Partial<CurrentUser> = {}): CurrentUser => ({ ...anOwner, ...user });

/** A member of the clinic with exactly these rights. */
export const staffWith = (...permissions: CurrentUser["permissions"]): Partial<CurrentUser> => ({
  id: 2,
  role: "staff",
  firstName: "Marites",
  lastName: "Bañez",
  permissions,
});

/** For an empty record. */
export const emptySummary: Summary = {
  allergies: [],
  noKnownAllergies: null,
  problems: [],
  medicines: [],
  stopped: [],
  vitals: [],
  alerts: [],
  pregnancy: null,
  plan: null,
  pending: [],
  more: { allergies: 0, problems: 0, medicines: 0, alerts: 0 },
  resolved: { allergies: 0, problems: 0 },
};

let unanswered: string[] = [];

/** Renders a screen for a signed-in user (an owner by default), at an address, with toasts. */
export function renderScreen(
  ui: ReactNode,
  {
    user,
    answers = [],
    address = "/",
  }: { user?: Partial<CurrentUser>; answers?: FakeAnswer[]; address?: string } = {},
) {
  const queries = newQueryClient();
  queries.setQueryData(queryKeyOf(currentUser), aUser(user));
  // Every patient form loads custom fields and likely duplicates; its header a summary; the frame loads
  // notifications.
  const known = [
    reply(customFields, []),
    reply(findDuplicates, []),
    reply(notifications, []),
    reply(summary, emptySummary),
    reply(quickTexts, []),
    reply(patientConsultations, []),
    reply(patientPrescriptions, []),
    reply(visitTimeline, { visits: [], more: null }),
    reply(patientBills, { bills: [], fromRecord: null }),
    ...answers,
  ];
  const calls: (SentCall & { endpoint: Endpoint })[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const url = new URL(path, "http://clinic.test");
    for (const answer of known.toReversed()) {
      const params = answer.endpoint.method === init.method && matched(answer.endpoint.path, url.pathname);
      if (!params) continue;
      const call: SentCall = {
        params,
        query: Object.fromEntries(url.searchParams),
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
        headers: new Headers(init.headers),
      };
      calls.push({ ...call, endpoint: answer.endpoint });
      if (answer.endpoint.body) z.parse(answer.endpoint.body, call.body);
      if (answer.endpoint.query) z.parse(answer.endpoint.query, call.query);
      const response = await answer.respond(call);
      init.signal?.throwIfAborted();
      return response;
    }
    unanswered.push(`${init.method} ${path}`);
    return Response.json({ code: "not_found", message: "Not answered in this test" }, { status: 404 });
  });

  const router = createRouter({
    routeTree: createRootRoute({ component: () => ui, notFoundComponent: () => ui }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const hand = userEvent.setup();
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return {
    /** The user's hand: click, type, keyboard. */
    hand,
    /** What was sent to an endpoint, in order. */
    sent: (endpoint: Endpoint): SentCall[] => calls.filter((call) => call.endpoint === endpoint),
    /** Adds replies from now on. */
    answer: (...more: FakeAnswer[]) => known.push(...more),
    address: () => router.state.location.href,
    queries,
  };
}

function matched(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? "");
    if (part.startsWith(":")) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}

/** Whether an element is waited for, so that nobody reads why it is not there yet. */
const isWaitedFor = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

// A missing element is reported with the texts on the screen instead of the whole document; slow machines get more
// time.
configure({
  asyncUtilTimeout: 5000,
  getElementError: (message) =>
    new Error(
      isWaitedFor()
        ? (message ?? "")
        : `${message?.split("\n\n")[0]}\nOn the screen: ${screen
            .queryAllByText(/./)
            .map(({ textContent }) => textContent)
            .join(" | ")
            .slice(0, 1500)}`,
    ),
});

// Pointer capture, scrolling and measuring are missing in jsdom; menus and dialogs ask for them.
if (typeof window !== "undefined") {
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView ??= () => undefined;
  Element.prototype.hasPointerCapture ??= () => false;
  Element.prototype.setPointerCapture ??= () => undefined;
  Element.prototype.releasePointerCapture ??= () => undefined;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

afterEach(() => {
  cleanup();
  clearPrefetched();
  localStorage.clear();
  vi.unstubAllGlobals();
  const missing = unanswered;
  unanswered = [];
  if (missing.length > 0) throw new Error(`Calls that nothing answered: ${missing.join(", ")}`);
});
