import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { elsewhere } from "#app/web/pages/shell/WithUser.tsx";
import { currentUser } from "#features/accounts/contract.ts";
import { editPatient, listPatients } from "#features/patients/contract.ts";
import { brandTokens } from "#shared/brand.ts";
import { noteClinic, storedToken, storeSignIn, storeSuspension } from "../storage-keys.ts";
import { aUser } from "../testing.tsx";
import { call } from "./api.ts";
import { queryKeyOf } from "./calls.ts";
import { newQueryClient } from "./query-client.ts";
import { currentUserQuery, enter, showClinicOf, signOut, startSession, whenWiped } from "./session.tsx";
import { sessionState, setSessionState } from "./session-state.ts";

const clinic = { name: "Peñaflor Heart Clinic", subscriptionStatus: "suspended", isActive: true };

/** Answers every call with this; counts the calls. */
function server(status: number, body: unknown) {
  const asked = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal("fetch", asked);
  return asked;
}

function open() {
  const queries = newQueryClient();
  startSession(queries);
  return queries;
}

beforeEach(() => {
  sessionStorage.clear();
  setSessionState({ suspension: null, endedFor: null, otherUser: null, staffModeEnded: false });
});

test("stored suspension info is consumed once, without a request in that pass", async () => {
  const asked = server(200, aUser());
  storeSuspension(clinic);
  const queries = open();
  expect(await queries.fetchQuery(currentUserQuery)).toBeNull();
  expect(asked).not.toHaveBeenCalled();
  expect(sessionState().suspension).toEqual(clinic);
  expect(sessionStorage).toHaveLength(0);

  expect(await queries.fetchQuery({ ...currentUserQuery, staleTime: 0 })).toMatchObject({ role: "owner" });
  expect(asked).toHaveBeenCalledOnce();
});

test("a 401 yields no user and removes the stored token", async () => {
  server(401, { code: "not_signed_in", message: "Please log in to continue." });
  storeSignIn("owner@example.ph", "token-1");
  expect(await open().fetchQuery(currentUserQuery)).toBeNull();
  expect(storedToken()).toBeNull();
  expect(sessionState().endedFor).toBeNull();
});

test("a suspended 403 stores the info, yields no user and clears the cache", async () => {
  const queries = open();
  queries.setQueryData([...queryKeyOf(listPatients), {}], ["patients"]);
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  server(403, { code: "clinic_suspended", message: "…", suspended: true, clinic });
  await call(listPatients, {}).catch(() => undefined);
  expect(sessionState().suspension).toEqual(clinic);
  expect(JSON.parse(sessionStorage.getItem("suspensionInfo") ?? "")).toEqual(clinic);
  expect(queries.getQueryData(currentUserQuery.queryKey)).toBeNull();
  expect(queries.getQueryData([...queryKeyOf(listPatients), {}])).toBeUndefined();
});

test("a staff mode whose account was deactivated returns to the owner, not to a sign-in", async () => {
  const queries = open();
  storeSignIn("marites@example.ph", "token-1");
  queries.setQueryData(currentUserQuery.queryKey, aUser({ role: "secretary", isStaffMode: true }));
  server(401, { code: "staff_mode_ended", message: "Staff mode has ended." });
  await call(listPatients, {}).catch(() => undefined);
  expect(sessionState()).toMatchObject({ staffModeEnded: true, endedFor: null });
  expect(storedToken()).toBeNull();
});

test("a session that ends during work keeps the page for the same user's next sign-in", async () => {
  const queries = open();
  storeSignIn("owner@example.ph", "token-1");
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  queries.setQueryData([...queryKeyOf(listPatients), {}], ["patients"]);
  server(401, { code: "not_signed_in", message: "Please log in to continue." });
  await call(listPatients, {}).catch(() => undefined);
  expect(sessionState().endedFor).toBe("owner@example.ph");
  expect(storedToken()).toBeNull();

  server(200, aUser());
  await enter(queries, { token: "token-2", user: { email: "owner@example.ph" } });
  expect(sessionState().endedFor).toBeNull();
  expect(storedToken()).toBe("token-2");
  expect(queries.getQueryData([...queryKeyOf(listPatients), {}])).toEqual(["patients"]);
});

test("another user's sign-in starts with an empty cache", async () => {
  const queries = open();
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  queries.setQueryData([...queryKeyOf(listPatients), {}], ["patients"]);
  server(200, aUser({ id: 9, email: "marites@example.ph" }));
  const user = await enter(queries, { token: "token-2", user: { email: "marites@example.ph" } });
  expect(user?.email).toBe("marites@example.ph");
  expect(queries.getQueryData([...queryKeyOf(listPatients), {}])).toBeUndefined();
});

test.each(["wrong_sign_in", "second_factor_required"])(
  "%s of a sign-in says nothing about the session",
  async (code) => {
    const queries = open();
    storeSignIn("owner@example.ph", "token-1");
    queries.setQueryData(currentUserQuery.queryKey, aUser());
    server(401, { code, message: "Invalid email or password" });
    await call(currentUser, {}).catch(() => undefined);
    expect(storedToken()).toBe("token-1");
    expect(sessionState().endedFor).toBeNull();
  },
);

test("a refusal that requires two-step sign-in refetches the user, who is led to the set-up", async () => {
  const queries = open();
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  server(403, { code: "second_factor_setup_required", message: "Set up two-step sign-in." });
  await call(listPatients, {}).catch(() => undefined);
  expect(queries.getQueryState(currentUserQuery.queryKey)?.isInvalidated).toBe(true);
  const led = aUser({ secondFactor: { isOn: false, isRequired: true } });
  expect(elsewhere(led, ["owner"])).toBe("/set-up-second-factor");
});

test("a change that is refused reads the rights again, and leaves the session", async () => {
  const queries = open();
  storeSignIn("marites@example.ph", "token-1");
  queries.setQueryData(currentUserQuery.queryKey, aUser({ role: "staff", permissions: ["edit_patients"] }));
  const shown = new QueryObserver(queries, currentUserQuery);
  const stop = shown.subscribe(() => undefined);
  const asked = vi.fn(async (address: string) =>
    address === currentUser.path
      ? Response.json(aUser({ role: "staff", permissions: [] }))
      : Response.json(
          { code: "forbidden", message: "You do not have permission to do this." },
          { status: 403 },
        ),
  );
  vi.stubGlobal("fetch", asked);
  // A read that is refused may be a poll: it asks for nothing more.
  await call(listPatients, {}).catch(() => undefined);
  expect(asked).toHaveBeenCalledOnce();
  await call(editPatient, { params: { id: "1" }, body: { remarks: "x" } }).catch(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().data?.permissions).toEqual([]));
  expect(storedToken()).toBe("token-1");
  expect(sessionState().endedFor).toBeNull();
  stop();
});

test("logging out wipes the browser, and a refusal that comes late writes nothing", async () => {
  const queries = open();
  storeSignIn("owner@example.ph", "token-1");
  noteClinic(1, brandTokens("#8c2b4d"));
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  const [leave, wiped] = [vi.fn(), vi.fn()];
  const forget = whenWiped(wiped);
  await signOut(queries, leave);
  forget();
  expect(leave).toHaveBeenCalledWith("/api/auth/logout");
  expect(wiped).toHaveBeenCalledOnce();
  expect(queries.getQueryCache().getAll()).toHaveLength(0);

  server(403, { code: "clinic_suspended", message: "…", suspended: true, clinic });
  await call(currentUser, {}).catch(() => undefined);
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

test("another clinic in the same session: the previous one's data is cleared", () => {
  const queries = open();
  showClinicOf(aUser(), queries);
  queries.setQueryData([...queryKeyOf(listPatients), {}], ["patients"]);
  showClinicOf(aUser(), queries);
  expect(queries.getQueryData([...queryKeyOf(listPatients), {}])).toEqual(["patients"]);

  const other = {
    id: 2,
    name: "Other Clinic",
    brand: brandTokens("#8c2b4d"),
    logoUrl: null,
    adultRanges: null,
  };
  showClinicOf(aUser({ clinicId: 2, clinic: other }), queries);
  expect(queries.getQueryData([...queryKeyOf(listPatients), {}])).toBeUndefined();
  expect(document.documentElement.style.getPropertyValue("--brand-surface")).toBe("#8c2b4d");
});

test("another clinic in the same session: the screen is cleared and refetched", async () => {
  const queries = open();
  showClinicOf(aUser(), queries);
  queries.setQueryData(currentUserQuery.queryKey, aUser());
  const read = vi.fn(async () => ["the other clinic's"]);
  const shown = new QueryObserver(queries, {
    queryKey: [...queryKeyOf(listPatients), {}],
    queryFn: read,
    initialData: undefined as string[] | undefined,
  });
  queries.setQueryData([...queryKeyOf(listPatients), {}], ["the first clinic's"]);
  const leave = shown.subscribe(() => undefined);
  expect(shown.getCurrentResult().data).toEqual(["the first clinic's"]);
  localStorage.setItem("patientListLayout", "table");
  sessionStorage.setItem("lastSearch", "dela cruz");

  const other = {
    id: 2,
    name: "Other Clinic",
    brand: brandTokens("#000080"),
    logoUrl: null,
    adultRanges: null,
  };
  showClinicOf(aUser({ clinicId: 2, clinic: other }), queries);
  expect(shown.getCurrentResult().data).toBeUndefined();
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual(["the other clinic's"]));
  leave();
  expect(queries.getQueryData(currentUserQuery.queryKey)).toEqual(aUser());
  expect(localStorage.getItem("patientListLayout")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  expect(document.documentElement.style.getPropertyValue("--brand-surface")).toBe("#000080");
});
