import type { login } from "#features/accounts/contract.ts";
import type { Answered } from "#shared/endpoint.ts";

/** The response of every way to sign in. */
export type SignInAnswer = Answered<typeof login>;
