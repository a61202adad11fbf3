import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "../Button.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";
import { Menu } from "./Menu.tsx";

afterEach(cleanup);

function Opened(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Edit Patient</Button>
      <Dialog title="Edit" {...props} open={open} onClose={() => setOpen(false)}>
        {props.children ?? (
          <>
            <button type="button">Not a field</button>
            <input aria-label="Name" />
          </>
        )}
      </Dialog>
    </main>
  );
}

function MenuRow() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <Menu
        trigger={<button type="button">Actions</button>}
        items={[{ label: "Edit Patient", onSelect: () => setOpen(true) }]}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Edit">
        <input aria-label="Name" />
      </Dialog>
    </main>
  );
}

function Chain() {
  const [open, setOpen] = useState<"none" | "details" | "edit">("none");
  return (
    <main>
      <button type="button" onClick={() => setOpen("details")}>
        Row
      </button>
      <Dialog open={open === "details"} onClose={() => setOpen("none")} title="Details">
        <button type="button" onClick={() => setOpen("edit")}>
          Edit
        </button>
      </Dialog>
      <Dialog open={open === "edit"} onClose={() => setOpen("none")} title="Edit">
        <input aria-label="Name" />
      </Dialog>
    </main>
  );
}

/** A button that leaves with what its dialog does. */
function DoneOnce() {
  const [open, setOpen] = useState<"none" | "details" | "why" | "done">("none");
  return (
    <main>
      <button type="button" onClick={() => setOpen("details")}>
        Row
      </button>
      <Dialog open={open !== "none"} onClose={() => setOpen("none")} title="Details">
        {open !== "done" && (
          <button type="button" onClick={() => setOpen("why")}>
            Withdraw
          </button>
        )}
        <Dialog
          open={open === "why"}
          onClose={() => setOpen("details")}
          title="Why?"
          onSubmit={(event) => {
            event.preventDefault();
            setOpen("done");
          }}
        >
          <input aria-label="Reason" />
        </Dialog>
      </Dialog>
    </main>
  );
}

function DrawnWhileOpen() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Refer
      </button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Refer Patient">
          <input aria-label="Reason" />
        </Dialog>
      )}
    </main>
  );
}

const focused = () => document.activeElement;

test("focus moves to the first field and returns to the opener", async () => {
  render(<Opened />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Patient"));
  expect(focused()).toBe(screen.getByLabelText("Name"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByText("Edit Patient").closest("button")));
});

test("a field that is still loading gets the focus when it appears", async () => {
  let arrive: () => void = () => undefined;
  const Late = lazy(
    () =>
      new Promise<{ default: () => ReactNode }>((resolve) => {
        arrive = () => resolve({ default: () => <input aria-label="Late" /> });
      }),
  );
  render(
    <Opened>
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    </Opened>,
  );
  await userEvent.setup().click(screen.getByText("Edit Patient"));
  expect(focused()).toBe(screen.getByRole("dialog"));
  arrive();
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText("Late")));
});

test("autoFocus of a field overrides the order, and focus still returns", async () => {
  render(
    <Opened>
      <input aria-label="First" />
      {/* biome-ignore lint/a11y/noAutofocus: the subject of this test */}
      <input aria-label="Second" autoFocus />
    </Opened>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Patient"));
  expect(focused()).toBe(screen.getByLabelText("Second"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe(screen.getByText("Edit Patient").closest("button")));
});

test("a dialog opened from a menu returns the focus to the menu's button", async () => {
  render(<MenuRow />);
  const user = userEvent.setup();
  screen.getByText("Actions").focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menuitem");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText("Name")));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe(screen.getByText("Actions")));
});

test("a dialog that is mounted only while open returns the focus too", async () => {
  render(<DrawnWhileOpen />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Refer"));
  expect(focused()).toBe(screen.getByLabelText("Reason"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(focused()).toBe(screen.getByText("Refer")));
});

test("when the opener is gone, the focus goes to the opener of the surrounding dialog", async () => {
  render(<Chain />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Row"));
  await user.click(screen.getByText("Edit"));
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText("Name")));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focused()).toBe(screen.getByText("Row")));
});

test("when the opener is gone and its dialog is still open, the focus stays in that dialog", async () => {
  const user = userEvent.setup();
  render(<DoneOnce />);
  await user.click(screen.getByRole("button", { name: "Row" }));
  await user.click(screen.getByRole("button", { name: "Withdraw" }));
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "Wrong{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Why?" })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Details" }));
});

test("a guard can keep the dialog open", async () => {
  const mayClose = vi.fn(() => false);
  render(<Opened mayClose={mayClose} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Patient"));
  await user.click(screen.getByLabelText("Close"));
  expect(mayClose).toHaveBeenCalledOnce();
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("Ctrl+Enter submits the form of a dialog", async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  render(<Opened onSubmit={onSubmit} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Patient"));
  await user.type(screen.getByLabelText("Name"), "Juan{Control>}{Enter}{/Control}");
  expect(onSubmit).toHaveBeenCalledOnce();
});

test.each([
  ["the panel, after a press beside the fields", () => screen.getByRole("dialog")],
  ["the head", () => screen.getByLabelText("Close")],
])("Ctrl+Enter submits while the focus is on %s", async (_, find) => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  render(<Opened onSubmit={onSubmit} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Patient"));
  find().focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a confirmation starts on Cancel and waits for its action", async () => {
  let finish: () => void = () => undefined;
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => new Promise<void>((resolve) => (finish = resolve))}
      title="Delete Task"
      description="It cannot be undone."
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
    />,
  );
  const user = userEvent.setup();
  expect(focused()?.textContent).toBe("Cancel");
  const act = screen.getByRole("button", { name: "Delete" });
  await user.click(act);
  expect(act.getAttribute("aria-busy")).toBe("true");
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(act.getAttribute("aria-busy")).toBeNull());
});
