import { SignUp, signUp } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { EmailField } from "./EmailField.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import type { SignInAnswer } from "./sign-in-answer.ts";
import { showPublicFailure } from "./sign-in-failure.ts";

/** Signs up a clinic and its owner. */
export function SignUpForm({
  narrow,
  onSignedUp,
}: {
  /** One column, for a form in a panel. */
  narrow?: boolean;
  onSignedUp: (answer: SignInAnswer, clinicName: string) => void | Promise<void>;
}) {
  const { form, field, problems, isSending } = useSmallForm(SignUp, {
    send: async (body) => {
      try {
        await onSignedUp((await call(signUp, { body })).data, body.clinicName);
      } catch (error) {
        showPublicFailure(error, "Registration failed");
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-3.5">
      <Field label="Clinic name" error={problems.clinicName}>
        <TextInput {...field("clinicName")} autoComplete="organization" />
      </Field>
      <Field label="Doctor name" error={problems.doctorName}>
        <TextInput {...field("doctorName")} autoComplete="name" placeholder="Dr. Maria Santos" />
      </Field>
      <EmailField {...{ field, problems }} autoComplete="email" />
      <div className={narrow ? "grid gap-3.5" : "grid gap-x-4 gap-y-3.5 md:grid-cols-2"}>
        <Field label="Phone" error={problems.phone}>
          <TextInput
            {...field("phone")}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            placeholder="+63 917 123 4567"
          />
        </Field>
        <Field label="License number" error={problems.licenseNumber}>
          <TextInput {...field("licenseNumber")} autoComplete="off" inputMode="numeric" />
        </Field>
      </div>
      <NewPasswordFields {...{ field, problems }} label="Password" name="password" />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={isSending}
        busyLabel="Opening your clinic…"
      >
        Start Your 14-Day Free Trial
      </Button>
      <p className="-mt-1 text-center text-sm text-ink-3">No Credit Card Required</p>
      <p className="text-center text-sm text-ink-3">
        How patients' data is kept: <a href="/privacy">Privacy</a>
      </p>
    </form>
  );
}
