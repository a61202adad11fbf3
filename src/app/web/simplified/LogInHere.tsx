import { type FormEvent, useState } from "react";
import { answerSecondFactor, login } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { storeSignIn } from "#web/storage-keys.ts";
import { readSuspension, suspend } from "#web/suspension.ts";

/** Email and password, when nobody is signed in. */
export function LogInHere({ onDone }: { onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [challenge, setChallenge] = useState<string | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [email, password] = [String(typed.get("email")).trim(), String(typed.get("password"))];
    const code = String(typed.get("code") ?? "").trim();
    if (challenge ? !code : !email || !password)
      return setProblem(challenge ? "Enter a code" : "Please enter both email and password");
    setSending(true);
    try {
      const { data } = challenge
        ? await call(answerSecondFactor, {
            // Recovery codes have letters.
            body: /[a-z]/i.test(code) ? { challenge, recoveryCode: code } : { challenge, code },
          })
        : await call(login, { body: { email, password } });
      storeSignIn(data.user.email, data.token);
      onDone();
    } catch (error) {
      setSending(false);
      if (!isApiError(error)) throw error;
      if (error.body.suspended) {
        suspend(readSuspension(error.body.clinic));
        location.assign("/dashboard");
      } else if (error.body.code === "second_factor_required" && error.body.challenge) {
        setChallenge(error.body.challenge);
        setProblem(null);
      } else {
        // The challenge has ended.
        if (error.status === 401) setChallenge(null);
        setProblem(
          error.status === 0 ? "No connection. Please try again." : error.shown("Invalid email or password"),
        );
      }
    }
  };
  return (
    <main>
      <h1>Log in to Klinika</h1>
      <form noValidate onSubmit={(event) => void send(event)}>
        <div hidden={challenge !== null}>
          <label htmlFor="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <div hidden={challenge !== null}>
          <label htmlFor="password">Password</label>
          <input id="password" name="password" type="password" autoComplete="current-password" />
        </div>
        {challenge && (
          <div>
            <label htmlFor="code">Code from your authenticator app, or a recovery code</label>
            <input
              id="code"
              name="code"
              ref={(input) => input?.focus()}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        )}
        <div role="alert">{problem && <p className="bad">{problem}</p>}</div>
        <button type="submit" className="main" disabled={isSending}>
          {isSending ? "Logging in…" : "Login"}
        </button>
      </form>
    </main>
  );
}
