import * as z from "zod/mini";

const base64url = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most, "The passkey's answer is too long"),
      z.regex(/^[\w-]*$/, "This isn't a passkey"),
    );
const passkeyAnswer = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.nullish(z.enum(["platform", "cross-platform"])),
  clientExtensionResults: z.record(z.string(), z.unknown()),
};

/** WebAuthn's AuthenticationResponseJSON. */
export const PasskeyAssertion = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.nullish(base64url(200)),
  }),
});

/** WebAuthn's RegistrationResponseJSON, reduced to the members that are read. */
export const PasskeyAttestation = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.optional(
      z.array(z.string().check(z.maxLength(20, "This isn't a passkey"))).check(z.maxLength(10)),
    ),
  }),
});
