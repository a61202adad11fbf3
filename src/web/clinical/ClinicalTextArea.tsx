import { type ComponentPropsWithRef, useState } from "react";
import { type QuickText, quickTexts } from "#features/quick-texts/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { type Expansion, QuickTextArea } from "#web/ui/inputs/QuickTextArea.tsx";

/** The user's own replaces the clinic's of the same name. */
const expansionsOf = (all: readonly QuickText[]): Expansion[] =>
  all.flatMap(({ name, title, text, whose }) => {
    const isReplaced =
      whose === "clinic" &&
      all.some(
        (other) => other.whose === "own" && other.text && other.name.toLowerCase() === name.toLowerCase(),
      );
    return text && !isReplaced ? [{ name, title, text }] : [];
  });

/** A clinical text with the quick texts of the user and the clinic, which are fetched when a field is first used. */
export function ClinicalTextArea({
  onFocus,
  ...rest
}: Omit<ComponentPropsWithRef<typeof QuickTextArea>, "expansions" | "onTyping">) {
  const [isUsed, setUsed] = useState(false);
  const isAllowed = useCan()(quickTexts);
  const read = useCall(quickTexts, {}, { enabled: isUsed && isAllowed });
  return (
    <QuickTextArea
      {...rest}
      onFocus={(event) => {
        setUsed(true);
        onFocus?.(event);
      }}
      onTyping={() => setUsed(true)}
      expansions={read.data && expansionsOf(read.data)}
    />
  );
}
