import * as z from "zod/mini";
import { ConfirmPassword, leaveStaffMode } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { AccountFormDialog } from "./AccountFormDialog.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { hasPasskeys, PasskeyProblem, requestPasskey } from "./passkey.ts";
import type { SignInAnswer } from "./sign-in-answer.ts";
import { useWaysToConfirm } from "./use-ways-to-confirm.ts";

const Pin = z.object({ pin: z.string().check(z.regex(/^\d{6}$/, "Enter the six digits")) });
const NothingTyped = z.object({});

type Way = "pin" | "passkey" | "password";
const typedFor = { pin: Pin, passkey: NothingTyped, password: ConfirmPassword };
const questions: Record<Way, string> = {
  pin: "Please enter the clinic owner's PIN to go back.",
  passkey: "Please use the clinic owner's passkey to go back.",
  password: "Please enter the clinic owner's password to go back.",
};
const wayNames: Record<Way, string> = {
  pin: "Use the PIN",
  passkey: "Use a passkey",
  password: "Use the password",
};

/** Leaves staff mode, offering the owner's quickest method first. */
export function BackToOwnerDialog({
  ways: offered,
  onClose,
  onReturned,
}: {
  ways: readonly string[];
  onClose: () => void;
  onReturned: (answer: SignInAnswer) => void;
}) {
  const ways = (["pin", "passkey", "password"] as const).filter(
    (way) => offered.includes(way) && (way !== "passkey" || hasPasskeys()),
  );
  const { way, others, choose, input, button, problem, confirm } = useWaysToConfirm<Way>(ways, "password");
  const { form, field, problems, isSending } = useSmallForm<
    typeof Pin | typeof ConfirmPassword | typeof NothingTyped
  >(typedFor[way], {
    send: (typed) =>
      confirm(
        async () => {
          const body = way === "passkey" ? { passkey: await requestPasskey(await freshOptions()) } : typed;
          onReturned((await call(leaveStaffMode, { body })).data);
        },
        { title: "Login Failed", fallback: "Invalid email or password" },
      ),
  });
  return (
    <AccountFormDialog
      {...{ form, isSending, button, problem, onClose }}
      title="Back to Owner"
      description={questions[way]}
      save={way === "passkey" ? "Use Passkey" : "Switch to Owner"}
      busyLabel={way === "passkey" ? "Waiting for the passkey…" : "Switching…"}
      foot={
        others.length > 0 && (
          <div className="flex flex-wrap justify-end gap-x-4">
            <OtherWays others={others} names={wayNames} onChoose={choose} />
          </div>
        )
      }
    >
      {way === "password" && (
        <Field label="Owner's password" error={problems.password}>
          <PasswordInput {...field("password")} ref={input} autoComplete="off" data-autofocus="" />
        </Field>
      )}
      {way === "pin" && (
        <Field label="Owner's PIN" error={problems.pin}>
          <CodeInput
            {...field("pin")}
            ref={input}
            type="password"
            autoComplete="off"
            readOnly={isSending}
            data-autofocus=""
          />
        </Field>
      )}
    </AccountFormDialog>
  );
}

/** A challenge is valid once, so each attempt fetches a new one. */
async function freshOptions(): Promise<object> {
  try {
    await call(leaveStaffMode, { body: {} });
  } catch (error) {
    if (isApiError(error) && error.body.passkeyOptions) return error.body.passkeyOptions;
    throw error;
  }
  throw new PasskeyProblem("The passkey was not used. Try again, or choose another way.");
}
