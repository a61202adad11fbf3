import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { changeService } from "#features/billing/contract.ts";
import { ServiceDialog } from "#features/billing/web/ServiceDialog.tsx";
import { changeCustomField } from "#features/clinics/contract.ts";
import { CustomFieldDialog } from "#features/clinics/web/CustomFieldDialog.tsx";
import { changePaperTemplate } from "#features/papers/contract.ts";
import { PaperTemplateDialog } from "#features/papers/web/PaperTemplateDialog.tsx";
import { changePlace } from "#features/places/contract.ts";
import { PlaceDialog } from "#features/places/web/PlaceDialog.tsx";
import { changeQuickText } from "#features/quick-texts/contract.ts";
import { QuickTextDialog } from "#features/quick-texts/web/QuickTextDialog.tsx";
import { type FakeAnswer, renderScreen, reply } from "#web/testing.tsx";
import { aCustomField } from "#web/testing-records.ts";

const onClose = () => undefined;
const updatedAt = "2026-11-20T02:42:00Z";
const place = {
  id: 7,
  clinicId: 1,
  name: "Main",
  room: "305",
  address: null,
  isActive: true,
  hours: [],
  slotMinutes: 15,
};
const service = { id: 7, clinicId: 1, name: "Consultation", amount: "500.00", isActive: true };
const template = {
  id: 7,
  name: "Fit to dive",
  title: "Dive Clearance",
  body: "Fit.",
  isActive: true,
  updatedAt,
};
const note = {
  history: "As before",
  diagnoses: [{ words: "Hypertension", code: "I10" }],
  followUpInDays: 30,
};
const quickText = {
  id: 7,
  name: "htn",
  title: "Hypertension",
  text: "BP {value}",
  whose: "own" as const,
  template: { ...note, chiefComplaint: null, examination: null, treatment: null },
  isExample: false,
  updatedAt,
};
const field = aCustomField(7, { fieldName: "Clinic", fieldType: "choice", fieldOptions: ["Eye", "Ear"] });

const dialogs: [string, () => ReactNode, FakeAnswer, RegExp, string][] = [
  [
    "a place",
    () => <PlaceDialog place={place} onClose={onClose} />,
    reply(changePlace, place),
    /^Room/,
    "room",
  ],
  [
    "a service",
    () => <ServiceDialog service={service} onClose={onClose} />,
    reply(changeService, service),
    /^Service/,
    "name",
  ],
  [
    "a template",
    () => <PaperTemplateDialog template={template} onClose={onClose} />,
    reply(changePaperTemplate, template),
    /^Title on the paper/,
    "title",
  ],
  [
    "a quick text",
    () => <QuickTextDialog quickText={quickText} user={{ role: "owner" }} onClose={onClose} />,
    reply(changeQuickText, quickText),
    /^Title/,
    "title",
  ],
  [
    "a custom field",
    () => <CustomFieldDialog field={field} onClose={onClose} />,
    reply(changeCustomField, field),
    /^Field name/,
    "fieldName",
  ],
];

test.each(dialogs)("of %s only the changed field is sent", async (_, shows, answer, label, name) => {
  const { hand, sent } = renderScreen(shows(), { answers: [answer] });
  const shown = within(await screen.findByRole("dialog"));
  const input = shown.getByLabelText<HTMLInputElement>(label);
  const before = input.value;
  await hand.type(input, "2");
  await hand.click(shown.getByRole("button", { name: /^Save/ }));
  await waitFor(() => expect(sent(answer.endpoint)).toHaveLength(1));
  expect(sent(answer.endpoint)[0]?.body).toEqual({ [name]: `${before}2` });
});
