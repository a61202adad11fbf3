import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { adminLogin, login, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { refuse, renderScreen, reply } from "#web/testing.tsx";
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
  },
  {
    Screen: StaffLoginScreen,
    endpoint: staffLogin,
    button: "Login as Staff",
    missing: "Please enter both email and password.",
    fallback: "Invalid email or password",
  },
  {
    Screen: AdminLoginScreen,
    endpoint: adminLogin,
    button: "Login",
    missing: "Please fill in all fields",
    fallback: "Invalid credentials",
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
  "$endpoint.path by $button: refused, then let in",
  async ({ Screen, endpoint, button, fallback }) => {
    const onEntered = vi.fn();
    const { hand, answer } = renderScreen(<Screen onEntered={onEntered} />, {
      answers: [refuse(endpoint, "wrong_sign_in", fallback)],
    });
    await hand.type(await screen.findByLabelText("Email"), user.email);
    await hand.type(screen.getByLabelText("Password"), "longenough1");
    await hand.click(screen.getByRole("button", { name: button }));
    expect(await screen.findByText("Login Failed")).toBeTruthy();
    expect(screen.getByText(fallback)).toBeTruthy();

    answer(reply(endpoint, right));
    await hand.click(screen.getByRole("button", { name: button }));
    expect(onEntered).toHaveBeenCalledOnce();
    expect(onEntered.mock.calls[0]?.[1]).toMatchObject({ title: "Login Successful" });
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

test("a password can be looked at", async () => {
  const { hand } = renderScreen(<LoginPanel />);
  const password = await screen.findByLabelText("Password");
  expect(password.getAttribute("type")).toBe("password");
  await hand.click(screen.getByRole("button", { name: "Show password" }));
  expect(password.getAttribute("type")).toBe("text");
  await hand.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password.getAttribute("type")).toBe("password");
});
