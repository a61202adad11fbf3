import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { DateInput } from "./DateInput.tsx";
import { Field } from "./Field.tsx";

afterEach(cleanup);

function show(props: Partial<Parameters<typeof DateInput>[0]> = {}) {
  const onValue = vi.fn();
  render(
    <Field label="Birthday">
      <DateInput onValue={onValue} {...props} />
    </Field>,
  );
  return { onValue, field: screen.getByLabelText<HTMLInputElement>("Birthday"), user: userEvent.setup() };
}

function BirthdayForm({ sent }: { sent: (born: string) => void }) {
  const { register, handleSubmit, setValue, reset } = useForm({ defaultValues: { born: "1959-03-04" } });
  return (
    <form onSubmit={handleSubmit(({ born }) => sent(born))}>
      <Field label="Born">
        <DateInput {...register("born")} />
      </Field>
      <button type="button" onClick={() => setValue("born", "2020-01-02")}>
        From age
      </button>
      <button type="button" onClick={() => reset()}>
        Clear
      </button>
      <button type="submit">Save</button>
    </form>
  );
}

test("a typed date yields the day and is echoed with the month's name", async () => {
  const { onValue, field, user } = show();
  await user.type(field, "03/04/1959");
  expect(onValue).toHaveBeenLastCalledWith("1959-03-04");
  expect(screen.getByText("March 4, 1959")).toBeTruthy();
});

test("digits alone get their slashes", async () => {
  const { onValue, field, user } = show();
  await user.type(field, "11202026");
  expect(field.value).toBe("11/20/2026");
  expect(onValue).toHaveBeenLastCalledWith("2026-11-20");
});

test("a day that does not exist is refused with a message, and the text stays", async () => {
  const { onValue, field, user } = show();
  await user.type(field, "02/30/2026");
  expect(screen.getByText("February has 28 days; there is no 30.")).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(onValue).toHaveBeenLastCalledWith("02/30/2026");
  expect(field.value).toBe("02/30/2026");
});

test("a leap day is valid only in its year", async () => {
  const { field, user } = show();
  await user.type(field, "02/29/2023");
  expect(screen.getByText("2023 has no February 29.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "02/29/2024");
  expect(screen.getByText("February 29, 2024")).toBeTruthy();
});

test("an unfinished date is validated only on blur", async () => {
  const { field, user } = show();
  await user.type(field, "11/2");
  expect(screen.queryByText("Write the date as MM/DD/YYYY.")).toBeNull();
  await user.tab();
  expect(screen.getByText("Write the date as MM/DD/YYYY.")).toBeTruthy();
});

test("a date outside the limits is refused", async () => {
  const { field, user } = show({ max: "2026-11-20" });
  await user.type(field, "11/21/2026");
  expect(screen.getByText("The date must be November 20, 2026 or earlier.")).toBeTruthy();
});

test("a date outside the limits says so in its own words, also when the form finds it invalid", async () => {
  render(
    <Field label="Birthday" error="Enter a date that exists, as MM/DD/YYYY">
      <DateInput
        min="2026-11-01"
        max="2026-11-20"
        whenEarly="This day is past. Choose today or later."
        whenLate="The birthday can't be in the future."
      />
    </Field>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText("Birthday");
  await user.type(field, "12/25/2026");
  expect(screen.getByText("The birthday can't be in the future.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "10/25/2026");
  expect(screen.getByText("This day is past. Choose today or later.")).toBeTruthy();
  expect(screen.queryByText(/date that exists/)).toBeNull();
});

test("a filter is called with valid dates and with none, nothing between", async () => {
  const onDate = vi.fn();
  const { field, user } = show({ onDate });
  await user.type(field, "11/20/2026");
  await user.clear(field);
  expect(onDate.mock.calls).toEqual([["2026-11-20"], [""]]);
});

test("a registered date is read, set and reset by its form", async () => {
  const sent = vi.fn();
  render(<BirthdayForm sent={sent} />);
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLInputElement>("Born");
  expect(field.value).toBe("03/04/1959");
  await user.clear(field);
  await user.type(field, "05/06/1961");
  await user.click(screen.getByText("Save"));
  expect(sent).toHaveBeenLastCalledWith("1961-05-06");
  await user.click(screen.getByText("From age"));
  expect(field.value).toBe("01/02/2020");
  await user.click(screen.getByText("Clear"));
  expect(field.value).toBe("03/04/1959");
});
