import { Check, Circle, X } from "lucide-react";
import { isOwnName } from "#shared/own-name.ts";
import { PASSWORD_LENGTH, passwordRules } from "#shared/password-rules.ts";
import { cx } from "#web/ui/cx.ts";

/** Null: nothing is known yet. */
type Met = boolean | null;

/** The rules beside the field, each ticked or crossed as one types. */
export function PasswordRules({
  typed,
  again,
  known,
  refused,
  className,
}: {
  typed: string;
  /** The second time. */
  again: string;
  /** Public facts about the account: names, the clinic's name, the email. */
  known: readonly string[];
  /** A password that the server found among the common ones. */
  refused: string | null;
  className?: string;
}) {
  const isTyped = typed !== "";
  const rules: [rule: string, met: Met, note?: string | false][] = [
    [
      passwordRules.length.rule,
      isTyped ? typed.length >= PASSWORD_LENGTH : null,
      isTyped && `${typed.length} now`,
    ],
    [passwordRules.ownName.rule, isTyped ? !isOwnName(typed, known) : null],
    [
      passwordRules.common.rule,
      isTyped && typed === refused ? false : null,
      typed !== refused && "checked when you save",
    ],
    ["Typed the same twice", again === "" ? null : again === typed],
  ];
  return (
    <section aria-label="What it needs" className={cx("border-l border-line-strong pl-4", className)}>
      <h2 className="text-sm font-strong">What it needs</h2>
      <ul className="mt-2 grid gap-2 text-sm">
        {rules.map(([rule, met, note]) => (
          <Rule key={rule} rule={rule} met={met} note={note} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        Three or four words you can remember do well:{" "}
        <span className="text-ink">jeep rain mango tuesday.</span>
      </p>
    </section>
  );
}

function Rule({ rule, met, note }: { rule: string; met: Met; note?: string | false | undefined }) {
  const Icon = met === null ? Circle : met ? Check : X;
  return (
    <li
      className={cx("flex gap-2.5", met === null ? "text-ink-2" : met ? "text-ink" : "font-medium text-bad")}
    >
      <Icon className={cx("mt-0.5 shrink-0", met && "text-ok")} aria-hidden="true" />
      <span>
        {met !== null && <span className="sr-only">{met ? "Done: " : "Not yet: "}</span>}
        {rule}
        {note && <span className="font-normal text-ink-3"> {note}</span>}
      </span>
    </li>
  );
}
