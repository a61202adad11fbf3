import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { adminLogin, login, signUp, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { takeCarriedToast } from "#web/storage-keys.ts";
import { badGateway, refuse, renderScreen, reply } from "#web/testing.tsx";
import { LoginPanel } from "./LoginPanel.tsx";
import { AdminLoginScreen, StaffLoginScreen, TokenLoginScreen } from "./SignInScreens.tsx";

const user = {
  email: "marites@clinic.ph",
  firstName: "Marites",
  lastName: "Bañez",
  role: "secretary" as const,
};
const right = { token: "token-1", user };

const doors = [
  {
    Screen: TokenLoginScreen,
    endpoint: tokenLogin,
    button: "Login",
    missing: "Please enter both email and password",
    fallback: "Invalid email or password",
    welcome: "Welcome back",
  },
  {
    Screen: StaffLoginScreen,
    endpoint: staffLogin,
    button: "Login as Staff",
    missing: "Please enter both email and password.",
    fallback: "Invalid email or password",
    welcome: "Welcome back",
  },
  {
    Screen: AdminLoginScreen,
    endpoint: adminLogin,
    button: "Login",
    missing: "Please fill in all fields",
    fallback: "Invalid credentials",
    welcome: "Welcome to the admin dashboard",
  },
] as const;

test.each(doors)(
  "$endpoint.path by $button: both are required",
  async ({ Screen, endpoint, button, missing }) => {
    const { hand, sent } = renderScreen(<Screen onEntered={vi.fn()} />);
    await hand.type(await screen.findByLabelText("Email"), user.email);
    await hand.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText(missing)).toBeTruthy();
    expect(sent(endpoint)).toHaveLength(0);
  },
);

test.each(doors)(
  "$endpoint.path by $button: refused without and with a message, then signed in",
  async ({ Screen, endpoint, button, fallback, welcome }) => {
    const onEntered = vi.fn();
    const { hand, answer } = renderScreen(<Screen onEntered={onEntered} />, {
      answers: [badGateway(endpoint, 400)],
    });
    await hand.type(await screen.findByLabelText("Email"), user.email);
    await hand.type(screen.getByLabelText("Password"), "longenough1");
    await hand.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText("Login Failed")).toBeTruthy();
    expect(screen.getByText(fallback)).toBeTruthy();

    answer(refuse(endpoint, "wrong_sign_in", "Wait a minute, then try again."));
    await hand.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText("Wait a minute, then try again.")).toBeTruthy();

    answer(reply(endpoint, right));
    await hand.click(screen.getByRole("button", { name: button }));
    expect(onEntered).toHaveBeenCalledOnce();
    expect(onEntered.mock.calls[0]?.[1]).toEqual({ title: "Login Successful", description: welcome });
    expect(localStorage.getItem("auth_token")).toBe(endpoint === tokenLogin ? "token-1" : null);
  },
);

test("the landing page's login: both are required; staff are told whom to ask", async () => {
  const { hand, sent } = renderScreen(<LoginPanel />);
  await hand.click(await screen.findByRole("button", { name: "Login" }));
  expect(await screen.findByText("Missing Information")).toBeTruthy();
  expect(screen.getByText("Please enter both email and password")).toBeTruthy();
  expect(sent(login)).toHaveLength(0);

  await hand.click(screen.getByRole("button", { name: "Staff Access" }));
  expect(screen.queryByRole("tab", { name: "Sign Up" })).toBeNull();
  expect(screen.getByText(/contact your clinic administrator/)).toBeTruthy();
});

test("the landing page's login: refused, then signed in, with the toast on the next page", async () => {
  const { hand, answer } = renderScreen(<LoginPanel />, { answers: [badGateway(login, 400)] });
  await hand.type(await screen.findByLabelText("Email"), user.email);
  await hand.type(screen.getByLabelText("Password"), "longenough1");
  await hand.click(screen.getByRole("button", { name: "Login" }));
  expect(await screen.findByText("Invalid email or password")).toBeTruthy();
  expect(screen.getByText("Login Failed")).toBeTruthy();

  answer(reply(login, right));
  await hand.click(screen.getByRole("button", { name: "Login" }));
  await waitFor(() =>
    expect(takeCarriedToast()).toEqual({ title: "Login Successful", description: "Welcome back" }),
  );
});

test("the landing page's sign-up: refused, then a clinic, with the toast on the next page", async () => {
  const { hand, answer } = renderScreen(<LoginPanel />, { answers: [badGateway(signUp)] });
  await hand.click(await screen.findByRole("tab", { name: "Sign Up" }));
  for (const [label, text] of [
    ["Clinic name", "Peñaflor Heart Clinic"],
    ["Doctor name", "Dr. Rafael Peñaflor"],
    ["Email", "rafael@clinic.ph"],
    ["Phone", "+63 917 555 0148"],
    ["License number", "0098412"],
    ["Password", "longenough1"],
    ["Confirm password", "longenough1"],
  ] as const)
    await hand.type(screen.getByLabelText(label), text);
  const start = screen.getByRole("button", { name: "Start Your 14-Day Free Trial" });
  await hand.click(start);
  expect(await screen.findByText("Registration failed")).toBeTruthy();

  answer(reply(signUp, right));
  await hand.click(start);
  await waitFor(() =>
    expect(takeCarriedToast()?.title).toBe("Registration successful! Welcome to Peñaflor Heart Clinic"),
  );
});

test("a password can be shown", async () => {
  const { hand } = renderScreen(<LoginPanel />);
  const password = await screen.findByLabelText("Password");
  expect(password.getAttribute("type")).toBe("password");
  await hand.click(screen.getByRole("button", { name: "Show password" }));
  expect(password.getAttribute("type")).toBe("text");
  await hand.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password.getAttribute("type")).toBe("password");
});
