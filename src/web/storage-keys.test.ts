import { beforeEach, expect, test } from "vitest";
import { brandTokens } from "#shared/brand.ts";
import {
  activeUserEmail,
  carryToast,
  clearActiveToken,
  clearAllStorage,
  noteClinic,
  noteStaffMode,
  storedToken,
  storeSignIn,
  storeSuspension,
  storeTokenLogin,
  takeCarriedToast,
  takeSuspension,
} from "./storage-keys.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const blue = brandTokens("#2b4d8c");
const wine = brandTokens("#8c2b4d");

test("a sign-in is stored under the keys of the specification", () => {
  storeSignIn("rafael@clinic.ph", "token-1");
  storeTokenLogin("token-1", { email: "rafael@clinic.ph" });
  expect({ ...localStorage }).toEqual({
    activeUserEmail: "rafael@clinic.ph",
    "userToken_rafael@clinic.ph": "token-1",
    auth_token: "token-1",
    auth_user: '{"email":"rafael@clinic.ph"}',
  });
  expect(storedToken()).toBe("token-1");
});

test("on a shared device the previous user's token is removed", () => {
  storeSignIn("rafael@clinic.ph", "token-1");
  storeSignIn("marites@clinic.ph", "token-2");
  expect(localStorage.getItem("userToken_rafael@clinic.ph")).toBeNull();
  expect(storedToken()).toBe("token-2");
});

test("a 401 removes the active user's token, and keeps the email", () => {
  storeSignIn("rafael@clinic.ph", "token-1");
  clearActiveToken();
  expect(storedToken()).toBeNull();
  expect(activeUserEmail()).toBe("rafael@clinic.ph");
});

test("suspension info is read once", () => {
  storeSuspension({ name: "Peñaflor Heart Clinic" });
  expect(takeSuspension()).toEqual({ name: "Peñaflor Heart Clinic" });
  expect(takeSuspension()).toBeNull();
});

test("another clinic's keys are removed, the sign-in and staff mode stay", () => {
  storeSignIn("rafael@clinic.ph", "token-1");
  noteClinic(1, blue);
  localStorage.setItem("patientListLayout", "table");
  localStorage.setItem("staffFilter", "active");
  sessionStorage.setItem("staffModeActive", "yes");
  sessionStorage.setItem("lastSearch", "dela cruz");

  expect(noteClinic(1, blue)).toBe(false);
  expect(localStorage.getItem("patientListLayout")).toBe("table");

  expect(noteClinic(2, wine)).toBe(true);
  expect({ ...localStorage }).toEqual({
    activeUserEmail: "rafael@clinic.ph",
    "userToken_rafael@clinic.ph": "token-1",
    clinicId: "2",
    clinicTheme: JSON.stringify(wine),
  });
  expect({ ...sessionStorage }).toEqual({ staffModeActive: "yes" });
});

test("signing out removes everything", () => {
  storeSignIn("rafael@clinic.ph", "token-1");
  storeTokenLogin("token-1", {});
  noteClinic(1, blue);
  storeSuspension({});
  sessionStorage.setItem("staffModeActive", "yes");
  clearAllStorage();
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(0);
});

test("staff mode sets a flag in this tab, and removes it at the end", () => {
  noteStaffMode({ email: "marites@clinic.ph", role: "secretary" });
  expect({ ...sessionStorage }).toEqual({
    staffModeActive: "true",
    staffModeUser: JSON.stringify({ email: "marites@clinic.ph", role: "secretary" }),
  });
  noteStaffMode(null);
  expect(sessionStorage).toHaveLength(0);
});

test("a toast survives one page load", () => {
  carryToast({ title: "Login Successful", description: "Welcome back" });
  expect(takeCarriedToast()).toEqual({ title: "Login Successful", description: "Welcome back" });
  expect(takeCarriedToast()).toBeNull();
});
