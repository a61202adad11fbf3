import { NoteBox } from "../feedback/NoteBox.tsx";

interface FormProblem {
  /** The field's name in the form. */
  name: string;
  message: string;
}

const SUMMARY_FROM = 4;
const numbers = ["Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

/** A list of more than three errors, each linked to its field. */
export function FormErrors({
  problems,
  onGo,
}: {
  problems: readonly FormProblem[];
  /** `setFocus` of the form; by default the control of that name is focused. */
  onGo?: ((name: string) => void) | undefined;
}) {
  if (problems.length < SUMMARY_FROM) return null;
  const count = numbers[problems.length - SUMMARY_FROM] ?? String(problems.length);
  return (
    <NoteBox tone="bad" role="alert" title={`${count} fields need attention`}>
      <ul>
        {problems.map(({ name, message }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => (onGo ?? focusByName)(name)}
              className="min-h-6 rounded-sm text-left underline underline-offset-3 max-md:min-h-touch"
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </NoteBox>
  );
}

function focusByName(name: string) {
  (document.getElementsByName(name)[0] ?? document.getElementById(name))?.focus();
}
