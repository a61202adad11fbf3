import type { login } from "#features/accounts/contract.ts";
import type { Answered } from "#shared/endpoint.ts";

/** What every way of signing in answers. */
export type SignInAnswer = Answered<typeof login>;
