import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

const isNumber = (host: string) => /^[\d.]+$|^\[/.test(host);

/** Browsers support passkeys at https addresses and at localhost, and only for host names. */
export const hasPasskeys = () =>
  typeof window.PublicKeyCredential === "function" && !isNumber(location.hostname);

/** A failure between the browser and the authenticator, with a message for the user. */
export class PasskeyProblem extends Error {}

// Loaded at the first use: most sign-ins have no passkey.
const library = () => import("@simplewebauthn/browser");

/** @throws PasskeyProblem */
export async function makePasskey(options: object) {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw new PasskeyProblem(
      nameOf(error) === "InvalidStateError"
        ? "This device already has a passkey for Klinika."
        : "No passkey was made. Please try again.",
    );
  });
  return { ...made, clientExtensionResults: {} };
}

/** @throws PasskeyProblem */
export async function requestPasskey(options: object) {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const signed = await startAuthentication({ optionsJSON }).catch(() => {
    throw new PasskeyProblem("The passkey was not used. Try again, or choose another way.");
  });
  return { ...signed, clientExtensionResults: {} };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");
