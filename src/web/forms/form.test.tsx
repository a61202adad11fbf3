import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "../data/api-error.ts";
import { renderScreen } from "../testing.tsx";
import { Field } from "../ui/inputs/Field.tsx";
import { TextInput } from "../ui/inputs/TextInput.tsx";
import { applyServerFields, useZodForm } from "./form.ts";

const Draft = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Name is required")),
  room: z.string(),
  medications: z.array(z.object({ name: z.string() })),
});

function DraftForm({
  onSave,
  onLeft,
  answered = Promise.resolve(),
}: {
  onSave: (draft: z.output<typeof Draft>) => void;
  onLeft: (left: Record<string, string>) => void;
  /** When the server responds. */
  answered?: Promise<void>;
}) {
  const form = useZodForm(Draft, { defaultValues: { name: "", room: "", medications: [{ name: "" }] } });
  const { errors } = form.formState;
  const refused = new ApiError(
    400,
    {
      code: "invalid",
      message: "…",
      fields: { room: "Room is taken", "medications.0.name": "Not on the list", clinic: "Is closed" },
    },
    "400",
  );
  return (
    <form onSubmit={form.handleSubmit(onSave)}>
      <Field label="Name" error={errors.name?.message}>
        <TextInput {...form.register("name")} />
      </Field>
      <Field label="Room" error={errors.room?.message}>
        <TextInput {...form.register("room")} />
      </Field>
      <Field label="Medication" error={errors.medications?.[0]?.name?.message}>
        <TextInput {...form.register("medications.0.name")} />
      </Field>
      <button type="submit">Save</button>
      <button
        type="button"
        onClick={form.handleSubmit(async () => {
          await answered;
          onLeft(applyServerFields(form, refused));
        })}
      >
        Refuse
      </button>
    </form>
  );
}

function open(answered?: Promise<void>) {
  const actions = { onSave: vi.fn(), onLeft: vi.fn() };
  return { ...actions, ...renderScreen(<DraftForm {...actions} {...(answered && { answered })} />) };
}

test("a field is validated on blur, then at every change", async () => {
  const { hand } = open();
  const name = await screen.findByLabelText("Name");
  await hand.click(name);
  expect(screen.queryByText("Name is required")).toBeNull();
  await hand.tab();
  expect(await screen.findByText("Name is required")).toBeTruthy();
  await hand.type(name, "M");
  expect(screen.queryByText("Name is required")).toBeNull();
});

test("submitting passes on the schema's output, or focuses the first invalid field", async () => {
  const { hand, onSave } = open();
  await hand.click(await screen.findByRole("button", { name: "Save" }));
  expect(onSave).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));

  await hand.type(screen.getByLabelText("Name"), "  Maria ");
  await hand.click(screen.getByRole("button", { name: "Save" }));
  expect(onSave.mock.calls[0]?.[0]).toEqual({ name: "Maria", room: "", medications: [{ name: "" }] });
});

test("a user who moves to another field of a refused form keeps the focus there", async () => {
  const { hand } = open();
  const [name, room] = [await screen.findByLabelText("Name"), screen.getByLabelText("Room")];
  name.addEventListener("focus", () => room.focus(), { once: true });
  await hand.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Name is required");
  await hand.keyboard("12");
  expect(screen.getByLabelText<HTMLInputElement>("Room").value).toBe("12");
});

test("the server's errors are shown at their fields, the first is focused, the rest is returned", async () => {
  const { hand, onLeft } = open();
  await hand.type(await screen.findByLabelText("Name"), "Maria");
  await hand.click(screen.getByRole("button", { name: "Refuse" }));
  expect(await screen.findByText("Room is taken")).toBeTruthy();
  expect(screen.getByText("Not on the list")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Room"));
  expect(onLeft).toHaveBeenCalledWith({ clinic: "Is closed" });
});

test("a server error does not take the focus from a user who types in another field", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { hand } = open(answered);
  const [name, medication] = [await screen.findByLabelText("Name"), screen.getByLabelText("Medication")];
  await hand.type(name, "Maria");
  await hand.click(screen.getByRole("button", { name: "Refuse" }));
  await hand.type(medication, "bisop");
  answer();
  expect(await screen.findByText("Room is taken")).toBeTruthy();
  await hand.keyboard("rolol");
  expect(medication).toHaveProperty("value", "bisoprolol");
});

test("a message does not move a button away while it is pressed", async () => {
  const { hand } = renderScreen(<DraftForm onSave={vi.fn()} onLeft={vi.fn()} />);
  await hand.click(await screen.findByLabelText("Name"));
  await hand.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Refuse" }) });
  await new Promise((settled) => setTimeout(settled));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Refuse" }));
  expect(screen.queryByText("Name is required")).toBeNull();
  await hand.pointer({ keys: "[/MouseLeft]", target: document.body });
  await screen.findByText("Name is required");
});
