import { X } from "lucide-react";
import { type ComponentPropsWithRef, useState } from "react";
import {
  type Diagnosis,
  LONGEST_DIAGNOSIS,
  MOST_DIAGNOSES,
  searchDiagnoses,
} from "#features/diagnoses/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { type Suggestion, SuggestionInput } from "#web/ui/inputs/SuggestionInput.tsx";
import type { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** Rows below the field, and the shortest search in characters. */
const MOST_SHOWN = 8;
const FEWEST_LETTERS = 2;

type Choice = Suggestion & { diagnosis: Diagnosis };

/**
 * A list of diagnoses: Enter adds the first match, or the text as it is written. Text left in the field counts as a
 * diagnosis.
 */
export function DiagnosisInput({
  chosen,
  typed,
  onChosen,
  onFocus,
  ...rest
}: ComponentPropsWithRef<typeof TextInput> & {
  chosen: readonly Diagnosis[];
  typed: string;
  /** Called with the new list; the caller then clears the field. */
  onChosen: (chosen: Diagnosis[]) => void;
}) {
  const [isUsed, setUsed] = useState(false);
  const search = typed.trim();
  const isSearch = search.length >= FEWEST_LETTERS;
  const isFull = chosen.length >= MOST_DIAGNOSES;
  const read = useCall(
    searchDiagnoses,
    { query: isSearch ? { search: search.slice(0, 200) } : {} },
    { enabled: isUsed && (isSearch || search === ""), keepsPrevious: true },
  );
  const isSearching = isSearch && read.error === null && (read.data === undefined || read.isPlaceholderData);
  const isOffered = isSearch || search === "";
  const found = (isOffered ? (read.data ?? []) : [])
    .filter(
      ({ words, code }) =>
        !(code === null && words === search) && !chosen.some((each) => isSame(each, { words, code })),
    )
    .slice(0, MOST_SHOWN)
    .map((diagnosis) => choiceOf(diagnosis));
  const asWritten = search !== "" && search.length <= LONGEST_DIAGNOSIS ? [choiceAsWritten(search)] : [];
  return (
    <div className="grid gap-2">
      {chosen.length > 0 && (
        <ul aria-label="Chosen diagnoses" className="grid gap-1.5">
          {chosen.map((diagnosis, index) => (
            <li
              key={codeAndWords(diagnosis)}
              className="flex items-center gap-3 rounded-md border border-line bg-paper py-1 pr-1 pl-3"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{diagnosis.words}</span>
              <span className="shrink-0 text-sm text-ink-2 tabular-nums">{diagnosis.code ?? "no code"}</span>
              <IconButton
                label={`Remove ${diagnosis.words}`}
                size="sm"
                icon={<X />}
                onClick={() => onChosen(chosen.filter((_, place) => place !== index))}
                className="max-md:size-touch"
              />
            </li>
          ))}
        </ul>
      )}
      <SuggestionInput
        placeholder="Words, an abbreviation or an ICD-10 code"
        {...rest}
        onFocus={(event) => {
          setUsed(true);
          onFocus?.(event);
        }}
        onKeyDown={(event) => {
          // Enter would submit the form, which has further fields.
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
        }}
        suggestions={isFull ? [] : [...found, ...asWritten]}
        isSearching={isSearching}
        onChoose={({ diagnosis }) => onChosen([...chosen, diagnosis])}
        marksFirst
        label="Diagnoses"
        counted={["suggestion", "suggestions"]}
      />
      <p role="status" className="sr-only">
        {chosen.length > 0 && `Chosen: ${chosen.map(({ words }) => words).join("; ")}`}
      </p>
      {isFull && (
        <p className="text-sm text-ink-2">{`A consultation takes ${MOST_DIAGNOSES} diagnoses. Remove one to add another.`}</p>
      )}
      {read.error !== null && search !== "" && (
        <p className="text-sm text-ink-2">
          Codes cannot be looked up now. What you type is saved as written.
        </p>
      )}
    </div>
  );
}

const codeAndWords = ({ words, code }: Diagnosis) => `${code ?? ""} ${words}`;

const isSame = (one: Diagnosis, other: Diagnosis) =>
  one.code === null ? one.words === other.words && other.code === null : one.code === other.code;

const choiceOf = (diagnosis: Diagnosis): Choice => ({
  key: codeAndWords(diagnosis),
  text: diagnosis.words,
  aside: diagnosis.code ?? "no code",
  diagnosis,
});

const choiceAsWritten = (words: string): Choice => ({
  key: "as written",
  text: `Use “${words}” as written`,
  aside: "no code",
  diagnosis: { words, code: null },
});
