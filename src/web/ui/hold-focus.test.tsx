import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { holdFocus } from "./hold-focus.ts";
import { Dialog } from "./overlays/Dialog.tsx";

afterEach(cleanup);

const names = ["Ana", "Ben", "Cora"];

/** Two groups of patients: a press moves a patient on, or removes the patient. */
function Queue() {
  const [called, setCalled] = useState<string[]>([]);
  const [gone, setGone] = useState<string[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const waiting = names.filter((name) => !called.includes(name) && !gone.includes(name));
  const row = (name: string, act: string, onClick: () => void) => (
    <li key={name} data-patient={name}>
      <button type="button" onClick={() => setGone([...gone, name])}>{`Remove ${name}`}</button>
      <button type="button" onClick={onClick}>{`${act} ${name}`}</button>
      <button type="button" aria-haspopup="menu" onClick={onClick}>{`Actions for ${name}`}</button>
    </li>
  );
  return (
    <main>
      <input aria-label="Search" />
      <div ref={holdFocus}>
        <ul>{called.map((name) => row(name, "Pay", () => setAsked(name)))}</ul>
        <ul>{waiting.map((name) => row(name, "Call", () => setCalled([...called, name])))}</ul>
        <span>
          <button type="button">Back</button>
          <button type="button" disabled={waiting.length < 2}>
            Forward
          </button>
        </span>
      </div>
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title="Pay">
        <button
          type="button"
          onClick={() => {
            setGone([...gone, asked ?? ""]);
            setCalled(called.filter((name) => name !== asked));
            setAsked(null);
          }}
        >
          Save
        </button>
      </Dialog>
    </main>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const focused = () => document.activeElement?.textContent;

async function press(name: string, user = userEvent.setup()): Promise<void> {
  while (document.activeElement !== button(name)) await user.keyboard("{Tab}");
  await user.keyboard("{Enter}");
}

test("follows a patient's row to its new position", async () => {
  render(<Queue />);
  await press("Call Ben");
  await waitFor(() => expect(focused()).toBe("Pay Ben"));
});

test("follows to the row's menu from its menu", async () => {
  render(<Queue />);
  await press("Actions for Ben");
  await waitFor(() => expect(screen.getByRole("button", { name: "Pay Ben" })).toBeTruthy());
  await waitFor(() => expect(focused()).toBe("Actions for Ben"));
});

test("moves to the next row when the row is gone, and to the last when there is none", async () => {
  render(<Queue />);
  await press("Remove Ben");
  await waitFor(() => expect(focused()).toBe("Remove Cora"));
});

test("moves to the button beside a disabled one", async () => {
  render(<Queue />);
  const user = userEvent.setup();
  await press("Remove Ana", user);
  while (document.activeElement !== button("Forward")) await user.keyboard("{Tab}");
  const forward = button("Forward") as HTMLButtonElement;
  forward.disabled = true;
  await waitFor(() => expect(focused()).toBe("Back"));
});

test("a dialog whose opener is gone moves the focus to what replaced it", async () => {
  render(<Queue />);
  const user = userEvent.setup();
  await press("Call Ana", user);
  await waitFor(() => expect(focused()).toBe("Pay Ana"));
  await user.keyboard("{Enter}");
  await press("Save", user);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(focused()).toBe("Remove Ben"));
});

test("does not take the focus from other elements", async () => {
  render(<Queue />);
  const user = userEvent.setup();
  while (document.activeElement !== button("Call Ben")) await user.keyboard("{Tab}");
  screen.getByLabelText("Search").focus();
  button("Call Ben").click();
  await waitFor(() => expect(button("Pay Ben")).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByLabelText("Search"));
});
