import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Field } from "./Field.tsx";
import { PhoneInput } from "./PhoneInput.tsx";

afterEach(cleanup);

async function type(text: string) {
  const onValue = vi.fn();
  render(
    <Field label="Phone">
      <PhoneInput onValue={onValue} />
    </Field>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>("Phone");
  await user.type(field, text);
  await user.tab();
  return { onValue, field };
}

test.each(["09171234567", "9171234567", "639171234567", "+63 917 123 4567"])(
  "%s is the same mobile number",
  async (text) => {
    const { onValue, field } = await type(text);
    expect(onValue).toHaveBeenLastCalledWith("+639171234567");
    expect(field.value).toBe("+63 917 123 4567");
  },
);

test("a landline is accepted", async () => {
  const { onValue } = await type("(02) 8123 4567");
  expect(onValue).toHaveBeenLastCalledWith("+63281234567");
});

test("an invalid number stays as typed, with a hint on what to write", async () => {
  const { onValue, field } = await type("12345");
  expect(onValue).toHaveBeenLastCalledWith("12345");
  expect(field.value).toBe("12345");
  expect(screen.getByText("Write a Philippine number, such as 0917 123 4567.")).toBeTruthy();
});
