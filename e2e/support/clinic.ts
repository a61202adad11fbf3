import { expect, type Page, test } from "@playwright/test";
import type { Wanted, WantedAccount } from "./sign-in-pages.ts";

let opened = 0;
const password = "sinigang-at-noon-7";
const minute = 60_000;

export type Owner = { email: string; password: string; clinicName: string };

/** The account of a new clinic. Each story opens its own. */
async function newOwner(): Promise<Owner> {
  await avoidMidnight();
  opened += 1;
  return {
    email: `doctor${process.pid}x${Date.now()}x${opened}@clinic.test`,
    password,
    clinicName: "Peñaflor Heart Clinic",
  };
}

/**
 * A story takes place on one day: what it queued before midnight would belong to yesterday afterwards. One that starts in
 * the last two minutes of a day in Manila waits for the next; its timeout is extended by the wait.
 */
async function avoidMidnight(): Promise<void> {
  const day = 24 * 60 * minute;
  const left = day - ((Date.now() + 8 * 60 * minute) % day);
  if (left > 2 * minute) return;
  test.setTimeout(test.info().timeout + left + 1000);
  await new Promise((resolve) => setTimeout(resolve, left + 1000));
}

/** Signs a new clinic up on the screen and ends on its dashboard. */
export async function signUpOnScreen(page: Page): Promise<Owner> {
  const owner = await newOwner();
  await page.goto("/dashboard");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await page.getByLabel("Clinic name").fill(owner.clinicName);
  await page.getByLabel("Doctor name").fill("Dr. Rafael Peñaflor, MD");
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Phone").fill("0917 555 0148");
  await page.getByLabel("License number").fill("0098412");
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Start Your 14-Day Free Trial" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  return owner;
}

/** The only visible control of that name: desk and phone have their own Add Patient. */
export const pressAddPatient = (page: Page) =>
  page.getByRole("button", { name: "Add Patient", exact: true }).locator("visible=true").first().click();

export type ClinicAtWork = Owner & { token: string; patientIds: number[] };

/** A clinic created through the API, with its owner signed in to this browser; the newest patients first. */
export async function openClinic(page: Page, { patients = [] as object[] } = {}): Promise<ClinicAtWork> {
  const owner = await newOwner();
  const signedUp = await page.request.post("/api/auth/signup", {
    data: {
      ...owner,
      doctorName: "Dr. Rafael Peñaflor, MD",
      phone: "+63 917 555 0148",
      licenseNumber: "0098412",
      confirmPassword: owner.password,
    },
  });
  expect(signedUp.ok()).toBe(true);
  const { token } = await signedUp.json();
  const patientIds: number[] = [];
  for (const [index, patient] of patients.entries()) {
    const added = await asOwner(page, token).post("/api/patients", {
      admissionNo: `E2E-${String(index + 1).padStart(3, "0")}`,
      hospital: "Chong Hua Hospital - Fuente",
      sex: "F",
      ...patient,
    });
    patientIds.unshift(added.id);
  }
  return { ...owner, token, patientIds };
}

/** Calls the API with this token. */
export function asOwner(page: Page, token: string) {
  const send = async (method: "get" | "post" | "put" | "patch", address: string, data?: object) => {
    const answer = await page.request[method](address, {
      ...(data && { data }),
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status(), `${address}: ${await answer.text()}`).toBeLessThan(300);
    return answer.json();
  };
  return {
    get: (address: string) => send("get", address),
    post: (address: string, data?: object) => send("post", address, data),
    put: (address: string, data?: object) => send("put", address, data),
    patch: (address: string, data?: object) => send("patch", address, data),
  };
}

/** Signs this browser in as another user, by cookie, as openClinic does. */
export async function signIn(page: Page, email: string): Promise<string> {
  // A change with the previous user's cookie, and without an origin, would be refused.
  await page.context().clearCookies();
  const address = email === adminEmail ? "/api/admin/login" : "/api/auth/login";
  const answer = await page.request.post(address, { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).token;
}

export const adminEmail = "admin@klinika.test";

type Staff = Partial<Pick<WantedAccount, "role" | "permissions" | "passwordChanged" | "primaryColor">>;

/** A staff account of the clinic, signed in to this browser instead of the owner. */
export async function comeAsStaff(page: Page, clinic: ClinicAtWork, staff: Staff = {}) {
  opened += 1;
  const email = `staff${process.pid}x${Date.now()}x${opened}@clinic.test`;
  const wanted: WantedAccount = {
    ownerEmail: clinic.email,
    email,
    password,
    role: "secretary",
    permissions: ["view_patients"],
    passwordChanged: true,
    ...staff,
  };
  await callAccountDoor(page, wanted);
  return { email, password, token: await signIn(page, email) };
}

/** A doctor of the clinic beside its owner. */
export async function addDoctor(
  page: Page,
  clinic: ClinicAtWork,
  firstName: string,
  lastName: string,
): Promise<void> {
  opened += 1;
  const email = `colleague${process.pid}x${Date.now()}x${opened}@clinic.test`;
  await callAccountDoor(page, { besideOwner: clinic.email, email, firstName, lastName });
}

/** As if this account had typed its password an hour ago. */
export const agePassword = (page: Page, { email }: { email: string }): Promise<void> =>
  callAccountDoor(page, { agedEmail: email });

/** As if the follow-up of a patient had been due on a day that is past. */
export const missFollowUp = (page: Page, missedBy: number, day: string): Promise<void> =>
  callAccountDoor(page, { missedBy, day });

async function callAccountDoor(page: Page, data: Wanted): Promise<void> {
  const port = Number(process.env.E2E_PORT ?? 4317) + 1;
  const answer = await page.request.post(`http://127.0.0.1:${port}/`, { data });
  expect(answer.status(), await answer.text()).toBe(204);
}
