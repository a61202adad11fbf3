import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  addCustomField,
  changeCustomField,
  customFields,
  removeCustomField,
} from "#features/clinics/contract.ts";
import { refuse, renderScreen, reply, staffWith } from "#web/testing.tsx";
import { aCustomField } from "#web/testing-records.ts";
import { CustomFieldsSettings } from "./CustomFieldsSettings.tsx";

const blood = aCustomField(1, { fieldName: "Blood type", fieldType: "choice", fieldOptions: ["O+", "AB-"] });
const barangay = aCustomField(2, { fieldName: "Barangay" });
const pin = aCustomField(3, { fieldName: "PhilHealth PIN", isActive: false });

const list = () => screen.findByRole("list", { name: "Custom Fields" });
const namesOf = async () =>
  within(await list())
    .getAllByRole("listitem")
    .map((item) => item.querySelector("p")?.textContent);

test("explains custom fields when there are none", async () => {
  renderScreen(<CustomFieldsSettings />, { answers: [reply(customFields, [])] });
  await screen.findByText("No custom fields");
  screen.getByRole("button", { name: "Add Field" });
});

test("a list that does not load can be retried", async () => {
  const { hand, answer } = renderScreen(<CustomFieldsSettings />, {
    answers: [refuse(customFields, "internal", "Broken")],
  });
  await screen.findByText("Failed to load custom fields");
  answer(reply(customFields, [blood]));
  await hand.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await namesOf()).toEqual(["Blood type"]);
});

test("is read-only for users other than the owner", async () => {
  renderScreen(<CustomFieldsSettings />, {
    user: staffWith("view_patients"),
    answers: [reply(customFields, [blood, pin])],
  });
  await screen.findByText("Choice from a list: O+, AB-");
  screen.getByText(/Only the clinic owner can change these/);
  expect(screen.queryByRole("button")).toBeNull();
});

test("adds a choice with one option per line", async () => {
  const { hand, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [reply(customFields, [barangay]), reply(addCustomField, blood)],
  });
  await hand.click(await screen.findByRole("button", { name: "Add Field" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Custom Field" }));
  await hand.click(dialog.getByRole("button", { name: "Add Field" }));
  await dialog.findByText("Field name is required");
  await hand.type(dialog.getByLabelText(/^Field name/), "Blood type");
  await hand.selectOptions(dialog.getByLabelText("Type"), "choice");
  await hand.click(dialog.getByRole("button", { name: "Add Field" }));
  await dialog.findByText("Add at least one option");
  await hand.type(dialog.getByLabelText(/^Options/), "O+\n\n AB- ");
  await hand.click(dialog.getByLabelText(/^Required/));
  await hand.click(dialog.getByRole("button", { name: "Add Field" }));
  await screen.findByText("Custom field added");
  expect(sent(addCustomField)[0]?.body).toEqual({
    fieldName: "Blood type",
    fieldType: "choice",
    fieldOptions: ["O+", "AB-"],
    isRequired: true,
  });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("shows a duplicate name at its field", async () => {
  const message = "There is a field of this name already";
  const { hand } = renderScreen(<CustomFieldsSettings />, {
    answers: [
      reply(customFields, [barangay]),
      refuse(addCustomField, "taken", message, { fields: { fieldName: message } }),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Add Field" }));
  const dialog = within(await screen.findByRole("dialog"));
  await hand.type(dialog.getByLabelText(/^Field name/), "barangay");
  await hand.click(dialog.getByRole("button", { name: "Add Field" }));
  await waitFor(() => expect(dialog.getByLabelText(/^Field name/).getAttribute("aria-invalid")).toBe("true"));
});

test("moves a field, and keeps the focus on the button that moved it", async () => {
  let stored = [blood, pin, barangay];
  const { hand, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [
      reply(customFields, () => stored),
      reply(changeCustomField, (call) => ({ ...barangay, ...(call.body as object) })),
    ],
  });
  const up = await screen.findByRole("button", { name: "Move Barangay up" });
  stored = [barangay, blood, pin];
  await hand.click(up);
  expect(await namesOf()).toEqual(["Barangay", "Blood type"]);
  screen.getByText("Barangay is now 1 of 2");
  expect(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent).toContain(
    "Move Barangay up",
  );
  expect(sent(changeCustomField)[0]).toMatchObject({ params: { id: "2" }, body: { displayOrder: 1 } });
});

test("counts rapid presses, and a refetch meanwhile undoes none", async () => {
  const waiting: (() => void)[] = [];
  const { hand, answer, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [
      reply(customFields, [blood, barangay, aCustomField(4, { fieldName: "Next booster" })]),
      {
        endpoint: changeCustomField,
        respond: () => new Promise<Response>((done) => waiting.push(() => done(Response.json(barangay)))),
      },
    ],
  });
  await list();
  await hand.click(screen.getByRole("switch", { name: "Required: Next booster" }));
  await hand.click(screen.getByRole("button", { name: "Move Next booster up" }));
  await hand.keyboard("{Enter}");
  answer(reply(customFields, [aCustomField(4, { fieldName: "Next booster" }), blood, barangay]));
  for (let act = 1; act <= 3; act += 1) {
    await waitFor(() => expect(waiting).toHaveLength(act));
    waiting[act - 1]?.();
  }
  await waitFor(() => expect(sent(changeCustomField)).toHaveLength(3));
  expect(sent(changeCustomField).map(({ body }) => body)).toEqual([
    { isRequired: true },
    { displayOrder: 2 },
    { displayOrder: 1 },
  ]);
  await waitFor(() => expect(sent(customFields)).toHaveLength(2));
  expect(await namesOf()).toEqual(["Next booster", "Blood type", "Barangay"]);
});

test("switches Required in the list; a refusal switches it back with a message", async () => {
  const { hand, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [reply(customFields, [blood]), refuse(changeCustomField, "internal", "Broken")],
  });
  const required = await screen.findByRole("switch", { name: "Required: Blood type" });
  await hand.click(required);
  expect(sent(changeCustomField)[0]?.body).toEqual({ isRequired: true });
  await screen.findByText(/Failed to save the custom field/);
  await waitFor(() => expect(required.getAttribute("aria-checked")).toBe("false"));
});

test("asks before removing, and reports the result", async () => {
  const { hand, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [
      reply(customFields, [blood]),
      reply(removeCustomField, {
        message: "Custom field turned off. Existing values are kept.",
        isKept: true,
      }),
    ],
  });
  await hand.click(await screen.findByRole("button", { name: "Remove Blood type" }));
  await hand.click(await screen.findByRole("button", { name: "Remove Field" }));
  await screen.findByText("Custom field turned off. Existing values are kept.");
  expect(sent(removeCustomField)).toHaveLength(1);
});

test("reactivates an inactive field", async () => {
  const { hand, sent } = renderScreen(<CustomFieldsSettings />, {
    answers: [reply(customFields, [blood, pin]), reply(changeCustomField, { ...pin, isActive: true })],
  });
  await hand.click(await screen.findByRole("button", { name: "Use Again: PhilHealth PIN" }));
  expect(sent(changeCustomField)[0]).toMatchObject({ params: { id: "3" }, body: { isActive: true } });
});
