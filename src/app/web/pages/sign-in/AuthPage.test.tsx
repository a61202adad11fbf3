import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { login, signUp } from "#features/accounts/contract.ts";
import { badGateway, type FakeAnswer, loseConnection, refuse, renderScreen, reply } from "#web/testing.tsx";
import { AuthPage } from "./AuthPage.tsx";

const right = {
  token: "token-1",
  user: { email: "rafael@clinic.ph", firstName: "Rafael", lastName: "Peñaflor", role: "owner" as const },
};

function open(...answers: FakeAnswer[]) {
  const onEntered = vi.fn();
  return { onEntered, ...renderScreen(<AuthPage onEntered={onEntered} />, { answers }) };
}

async function typeSignUp(hand: ReturnType<typeof open>["hand"], change: Record<string, string> = {}) {
  const typed = {
    "Clinic name": "Peñaflor Heart Clinic",
    "Doctor name": "Dr. Rafael Peñaflor",
    Email: "rafael@clinic.ph",
    Phone: "+63 917 555 0101",
    "License number": "0098412",
    Password: "longenough1",
    "Confirm password": "longenough1",
    ...change,
  };
  for (const [label, text] of Object.entries(typed)) {
    await hand.clear(screen.getByLabelText(label));
    await hand.type(screen.getByLabelText(label), text);
  }
}

const start = () => screen.getByRole("button", { name: "Start Your 14-Day Free Trial" });

test("an empty sign-up names every field in the specification's words, and focuses the first", async () => {
  const { hand, sent } = open();
  await hand.click(await screen.findByRole("tab", { name: "Sign Up" }));
  expect(screen.getByText("No Credit Card Required")).toBeTruthy();
  await hand.click(start());
  for (const message of [
    "Clinic name must be at least 2 characters",
    "Doctor name must be at least 2 characters",
    "Please enter a valid email address",
    "Please enter a valid phone number",
    "Medical license number is required",
    "Password must be at least 8 characters",
  ])
    expect(screen.getByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Clinic name"));
  expect(sent(signUp)).toHaveLength(0);
});

test("different passwords are reported at the second, until they match", async () => {
  const { hand, sent, onEntered } = open(reply(signUp, right));
  await hand.click(await screen.findByRole("tab", { name: "Sign Up" }));
  await typeSignUp(hand, { "Confirm password": "longenough" });
  await hand.click(start());
  expect(screen.getByText("Passwords don't match")).toBeTruthy();
  expect(sent(signUp)).toHaveLength(0);

  await hand.type(screen.getByLabelText("Confirm password"), "1");
  expect(screen.queryByText("Passwords don't match")).toBeNull();
  await hand.click(start());
  expect(sent(signUp)).toHaveLength(1);
  expect(onEntered).toHaveBeenCalledWith(right, {
    title: "Registration successful! Welcome to Peñaflor Heart Clinic",
  });
});

test("an email that is taken is reported at its field and in the toast", async () => {
  const taken = "This email address is already registered.";
  const { hand, onEntered } = open(refuse(signUp, "taken", taken, { fields: { email: taken } }));
  await hand.click(await screen.findByRole("tab", { name: "Sign Up" }));
  await typeSignUp(hand);
  await hand.click(start());
  expect(await screen.findByText("Error")).toBeTruthy();
  expect(screen.getAllByText(taken).length).toBeGreaterThan(1);
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  expect(onEntered).not.toHaveBeenCalled();
});

test("an empty login names the missing fields", async () => {
  const { hand, sent } = open();
  await hand.click(await screen.findByRole("button", { name: "Login" }));
  expect(screen.getByText("Please enter a valid email address")).toBeTruthy();
  expect(screen.getByText("Password is required")).toBeTruthy();
  expect(sent(login)).toHaveLength(0);
});

async function logIn(hand: ReturnType<typeof open>["hand"]) {
  await hand.type(await screen.findByLabelText("Email"), "rafael@clinic.ph");
  await hand.type(screen.getByLabelText("Password"), "longenough1");
  await hand.click(screen.getByRole("button", { name: "Login" }));
}

test("sends Remember me, and the right password opens the next page", async () => {
  const { hand, sent, onEntered } = open(reply(login, right));
  await hand.click(await screen.findByLabelText("Remember me"));
  await logIn(hand);
  expect(sent(login)[0]?.body).toEqual({
    email: "rafael@clinic.ph",
    password: "longenough1",
    rememberMe: true,
  });
  expect(onEntered).toHaveBeenCalledWith(right, {
    title: "Login Successful",
    description: "Welcome back",
  });
});

// First of the refusals: toasts outlive a test.
test("a suspended clinic gets no toast: the modal explains it", async () => {
  const clinic = { name: "Peñaflor Heart Clinic", subscriptionStatus: "suspended", isActive: true };
  const { hand } = open(refuse(login, "clinic_suspended", "…", { suspended: true, clinic }));
  await logIn(hand);
  expect(screen.queryByText(/Login Failed|Login Error/)).toBeNull();
});

test("a wrong password: Login Failed, in the server's words", async () => {
  const { hand, onEntered } = open(refuse(login, "wrong_sign_in", "Invalid email or password"));
  await logIn(hand);
  expect(await screen.findByText("Login Failed")).toBeTruthy();
  expect(screen.getByText("Invalid email or password")).toBeTruthy();
  expect(onEntered).not.toHaveBeenCalled();
});

test("an internal error: Login Error, with a reference instead of a number", async () => {
  const { hand } = open(refuse(login, "internal", "boom", { reference: "7F3K" }));
  await logIn(hand);
  expect(await screen.findByText("Login Error")).toBeTruthy();
  expect(screen.getByText("An unexpected error occurred. Please try again. (reference 7F3K)")).toBeTruthy();
  expect(screen.queryByText(/boom|500/)).toBeNull();
});

test("a refusal without a message is Login failed", async () => {
  const { hand } = open(badGateway(login, 400));
  await logIn(hand);
  expect(await screen.findByText("Login failed")).toBeTruthy();
});

test("a lost connection is not reported as a wrong password", async () => {
  const { hand, answer, onEntered } = open(loseConnection(login));
  await logIn(hand);
  expect(await screen.findByText("You're offline. Reconnect and try again.")).toBeTruthy();
  expect(screen.getByText("Login Error")).toBeTruthy();
  answer(reply(login, right));
  await hand.click(screen.getByRole("button", { name: "Login" }));
  expect(onEntered).toHaveBeenCalledOnce();
});

test("a failed sign-up says so, keeps what was typed, and can be sent again", async () => {
  const { hand, answer, onEntered } = open(badGateway(signUp));
  await hand.click(await screen.findByRole("tab", { name: "Sign Up" }));
  await typeSignUp(hand);
  await hand.click(start());
  expect(await screen.findByText("Registration failed")).toBeTruthy();
  expect((screen.getByLabelText("Clinic name") as HTMLInputElement).value).toBe("Peñaflor Heart Clinic");
  answer(reply(signUp, right));
  await hand.click(start());
  expect(onEntered).toHaveBeenCalledOnce();
});

test("Forgot password and Google say what to do instead", async () => {
  const { hand } = open();
  await hand.click(await screen.findByRole("button", { name: "Forgot password?" }));
  expect(within(screen.getByRole("status")).getByText(/ask your clinic owner/)).toBeTruthy();
  await hand.click(screen.getByRole("button", { name: "Forgot password?" }));
  await hand.click(screen.getByRole("button", { name: "Sign in with Google" }));
  expect(screen.getByText("Google sign-in is not available")).toBeTruthy();
});
