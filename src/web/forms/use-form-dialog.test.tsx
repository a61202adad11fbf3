import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { addPlace, changePlace } from "#features/places/contract.ts";
import { type FakeAnswer, refuse, renderScreen } from "../testing.tsx";
import { Field } from "../ui/inputs/Field.tsx";
import { TextInput } from "../ui/inputs/TextInput.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { useFormDialog } from "./use-form-dialog.ts";

function Example({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(
    isNew ? addPlace : changePlace,
    z.object({ title: z.string() }),
    {
      defaultValues: { title: "" },
      request: ({ title }, opened) => {
        if (isNew) return { body: { name: title, room: null, address: null } };
        return title === opened.title ? null : { params: { id: "7" }, body: { name: title } };
      },
      done: "Place saved",
      failed: "Failed to save the place",
      formNames: { name: "title" },
      secretLost: { title: "Place added", description: "Its key couldn't be shown." },
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title="Place" save="Save">
      <Field label="Title" error={errors.title?.message}>
        <TextInput {...form.register("title")} />
      </Field>
    </FormDialog>
  );
}

function open(isNew: boolean, ...answers: FakeAnswer[]) {
  const onClose = vi.fn();
  return { onClose, ...renderScreen(<Example isNew={isNew} onClose={onClose} />, { answers }) };
}

const save = { name: "Save" };

test("a refusal is shown at its field, by the form's name for it, and in a toast; the dialog stays open", async () => {
  const { hand, onClose } = open(
    true,
    refuse(addPlace, "invalid", "Is taken", { fields: { name: "Is taken" } }),
  );
  const title = await screen.findByLabelText("Title");
  await hand.type(title, "Clinic");
  await hand.click(screen.getByRole("button", save));
  await waitFor(() => expect(title.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText("Is taken")).toHaveLength(2);
  expect(onClose).not.toHaveBeenCalled();
});

test("closes without a request if there is nothing to send", async () => {
  const { hand, onClose, sent } = open(false);
  await hand.click(await screen.findByRole("button", save));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent(changePlace)).toHaveLength(0);
});

test("closes with a warning if the answer with a secret was lost", async () => {
  const { hand, onClose } = open(true, refuse(addPlace, "already_done", "Done before"));
  await hand.type(await screen.findByLabelText("Title"), "Clinic");
  await hand.click(screen.getByRole("button", save));
  expect(await screen.findByText("Its key couldn't be shown.")).toBeTruthy();
  expect(onClose).toHaveBeenCalled();
});

test("asks before it discards what was typed", async () => {
  const { hand, onClose } = open(true);
  await hand.type(await screen.findByLabelText("Title"), "Clinic");
  await hand.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).not.toHaveBeenCalled();
  await hand.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
