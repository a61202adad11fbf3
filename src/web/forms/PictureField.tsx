import { type ReactNode, useId, useRef, useState } from "react";
import { pictureTypes } from "#shared/pictures.ts";
import { Button } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { FieldError } from "../ui/inputs/Field.tsx";

/** A picture that is saved immediately, separately from its form: the current one, Choose and Remove. */
export function PictureField({
  legend,
  label,
  picture,
  chooseLabel,
  chooseIcon,
  busyLabel,
  hint,
  problem,
  send,
  remove,
  size,
}: {
  legend: string;
  /** Of the field that takes the file. */
  label: string;
  picture: ReactNode;
  chooseLabel: string;
  chooseIcon?: ReactNode;
  busyLabel: string;
  hint: string;
  /** The last error, if no toast shows it. */
  problem?: string | null;
  /** Resolves with whether a retry of the same picture can succeed; it is then offered again. */
  send: (file: File) => Promise<boolean>;
  /** Missing while there is no picture to remove. */
  remove?: { label: string; isPending: boolean; press: () => void } | undefined;
  size?: "sm";
}) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [unsent, setUnsent] = useState<File | null>(null);
  const start = async (file: File) => {
    setSending(true);
    setUnsent(null);
    try {
      if (await send(file)) setUnsent(file);
    } finally {
      setSending(false);
    }
  };
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="contents">
        <span className="text-sm font-medium">{legend}</span>
      </legend>
      <div className="flex items-center gap-4">
        {picture}
        <div className="grid min-w-0 gap-1.5">
          <input
            ref={picker}
            type="file"
            accept={pictureTypes}
            aria-label={label}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = "";
              if (!file) return;
              void start(file);
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              size={size}
              busy={isSending}
              busyLabel={busyLabel}
              icon={chooseIcon}
              aria-describedby={cx(`${id}-hint`, problem && `${id}-problem`)}
              onClick={() => picker.current?.click()}
            >
              {chooseLabel}
            </Button>
            {unsent && (
              <Button size={size} onClick={() => void start(unsent)} aria-label={`Try Again: ${unsent.name}`}>
                Try Again
              </Button>
            )}
            {remove && (
              <Button size={size} variant="ghost" busy={remove.isPending} onClick={remove.press}>
                {remove.label}
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        </div>
      </div>
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </fieldset>
  );
}
