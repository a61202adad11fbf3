import { useEffect, useRef, useState } from "react";
import { ContactMessage, sendContactMessage } from "#features/contact/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

type Outcome = { tone: "ok" | "bad"; title: string; text: string };

/** Fields that the URL may prefill. */
const broughtAlong = ["subject", "clinic"] as const;

const fallback = "Your message could not be sent. Please try again.";

/** A message to the operators of Klinika; it is stored, and the platform's administrator reads it. */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { form, field, problems, isSending } = useSmallForm(ContactMessage, {
    refused: () => setOutcome(null),
    send: async (body, element) => {
      setOutcome(null);
      try {
        await call(sendContactMessage, { body });
        element.reset();
        setOutcome({ tone: "ok", title: "Message sent", text: "Thank you. We answer by email." });
      } catch (error) {
        const text = isApiError(error) ? error.shown(fallback) : fallback;
        setOutcome({ tone: "bad", title: "Message not sent", text });
        throw error;
      }
    },
  });
  const prefilled = usePrefilled(broughtAlong);
  return (
    <form
      {...form}
      ref={prefilled}
      aria-labelledby="contact-title"
      className="grid gap-4 rounded-md border border-line bg-surface px-4 py-4.5 md:p-6"
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Name" required error={problems.name}>
          <TextInput {...field("name")} autoComplete="name" />
        </Field>
        <Field label="Email" required error={problems.email}>
          <TextInput {...field("email")} type="email" autoComplete="email" inputMode="email" />
        </Field>
        <Field label="Phone" error={problems.phone}>
          <TextInput
            {...field("phone")}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            placeholder="+63 917 123 4567"
          />
        </Field>
        <Field label="Clinic" error={problems.clinic}>
          <TextInput {...field("clinic")} autoComplete="organization" />
        </Field>
      </div>
      <Field label="Subject" required error={problems.subject}>
        <TextInput {...field("subject")} />
      </Field>
      <Field label="Message" required error={problems.message}>
        <TextArea {...field("message")} rows={4} />
      </Field>
      <div className="flex items-center justify-between gap-3">
        <Button type="submit" variant="primary" busy={isSending} busyLabel="Sending…">
          Send Message
        </Button>
        <span className="text-sm text-ink-3">
          <span aria-hidden="true" className="text-bad">
            *
          </span>{" "}
          required
        </span>
      </div>
      {outcome && (
        <NoteBox tone={outcome.tone} role={outcome.tone === "bad" ? "alert" : "status"} title={outcome.title}>
          {outcome.text}
        </NoteBox>
      )}
    </form>
  );
}

/** Fills empty fields from the URL (`?subject=…&clinic=…`). */
function usePrefilled(names: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const brought = new URLSearchParams(location.search);
    for (const name of names) {
      const control = form.current?.elements.namedItem(name);
      const value = brought.get(name);
      if (control instanceof HTMLInputElement && control.value === "" && value) control.value = value;
    }
  }, [names]);
  return form;
}
