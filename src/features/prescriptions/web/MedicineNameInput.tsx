import { type ComponentPropsWithRef, useMemo } from "react";
import { type Suggestion, SuggestionInput } from "#web/ui/inputs/SuggestionInput.tsx";
import type { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { detailOf, type MedicineChoice } from "./medicine-choices.ts";

/** A medicine's name, with suggestions. */
export function MedicineNameInput({
  choices,
  onChoose,
  ...rest
}: ComponentPropsWithRef<typeof TextInput> & {
  choices: readonly MedicineChoice[];
  onChoose: (choice: MedicineChoice) => void;
}) {
  const suggestions = useMemo(
    () =>
      choices.map((choice): Suggestion & { choice: MedicineChoice } => ({
        key: `${choice.name} ${choice.brandName} ${choice.strength} ${choice.form}`,
        text: choice.name,
        detail: detailOf(choice),
        choice,
      })),
    [choices],
  );
  return (
    <SuggestionInput
      {...rest}
      suggestions={suggestions}
      onChoose={({ choice }) => onChoose(choice)}
      label="Medicines"
      counted={["medicine", "medicines"]}
    />
  );
}
