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
const questions: Record<Way, (whose: string) => string> = {
  pin: (whose) => `Please enter the ${whose} PIN to go back.`,
  passkey: (whose) => `Please use the ${whose} passkey to go back.`,
  password: (whose) => `Please enter the ${whose} password to go back.`,
};
/** The dialog's words by whose session rests. */
const wordsOf = {
  owner: { whose: "clinic owner's", Desk: "Owner" },
  doctor: { whose: "doctor's", Desk: "Doctor" },
};
const wayNames: Record<Way, string> = {
  pin: "Use the PIN",
  passkey: "Use a passkey",
  password: "Use the password",
};

/** Leaves staff mode, offering the owner's quickest method first. */
export function BackToOwnerDialog({
  ways: offered,
  desk = "owner",
  onClose,
  onReturned,
}: {
  ways: readonly string[];
  desk?: keyof typeof wordsOf;
  onClose: () => void;
  onReturned: (answer: SignInAnswer) => void;
}) {
  const { whose, Desk } = wordsOf[desk];
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
      title={`Back to ${Desk}`}
      description={questions[way](whose)}
      save={way === "passkey" ? "Use Passkey" : `Switch to ${Desk}`}
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
        <Field label={`${Desk}'s password`} error={problems.password}>
          <PasswordInput {...field("password")} ref={input} autoComplete="off" data-autofocus="" />
        </Field>
      )}
      {way === "pin" && (
        <Field label={`${Desk}'s PIN`} error={problems.pin}>
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
