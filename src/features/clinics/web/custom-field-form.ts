import * as z from "zod/mini";
import { type CustomField, CustomFieldDraft, FieldOptions } from "#features/clinics/contract.ts";
import { type CustomFieldType, customFieldTypes } from "#shared/clinical/custom-fields.ts";

export const typeWords: Record<CustomFieldType, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice from a list",
};

const { fieldName } = CustomFieldDraft.shape;

/** Options are typed one to a line. */
const optionLines = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) =>
      typed
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ),
  FieldOptions,
);

export const CustomFieldForm = z
  .object({
    fieldName,
    fieldType: z.enum(customFieldTypes),
    fieldOptions: optionLines,
    isRequired: z.boolean(),
  })
  .check((checked) => {
    const { fieldType: type, fieldOptions: options } = checked.value;
    if (type === "choice" && options.length === 0)
      checked.issues.push({
        code: "custom",
        path: ["fieldOptions"],
        input: options,
        message: "Add at least one option",
      });
  });

export const typedField = (field: CustomField | null) => ({
  fieldName: field?.fieldName ?? "",
  fieldType: field?.fieldType ?? ("text" as const),
  fieldOptions: field?.fieldOptions.join("\n") ?? "",
  isRequired: field?.isRequired ?? false,
});
