import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Field } from "./Field.tsx";
import { MoneyInput } from "./MoneyInput.tsx";

afterEach(cleanup);

function Amount({ start = "" }: { start?: string }) {
  const [amount, setAmount] = useState(start);
  return (
    <>
      <Field label="Amount">
        <MoneyInput value={amount} onValue={setAmount} />
      </Field>
      <output>{amount}</output>
      <button type="button" onClick={() => setAmount("75")}>
        Set
      </button>
    </>
  );
}

test("a typed amount is decimal text, and shows its commas on blur", async () => {
  render(<Amount />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>("Amount");
  await user.type(field, "48250.5");
  expect(field.value).toBe("48250.5");
  await user.tab();
  expect(field.value).toBe("48,250.50");
  expect(screen.getByRole("status").textContent).toBe("48250.50");
});

test("a value given from outside is shown", async () => {
  render(<Amount start="1200.00" />);
  const field = screen.getByLabelText<HTMLInputElement>("Amount");
  expect(field.value).toBe("1,200.00");
  await userEvent.setup().click(screen.getByText("Set"));
  expect(field.value).toBe("75.00");
});

test("letters are refused on blur, and stay to be corrected", async () => {
  render(<Amount />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>("Amount");
  await user.type(field, "12x");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await user.tab();
  expect(field.value).toBe("12x");
  expect(screen.getByText("Write the amount in numbers, such as 1,500.00.")).toBeTruthy();
});
