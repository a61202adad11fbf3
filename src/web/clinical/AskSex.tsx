import { Suspense } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { lazyPart } from "#web/lazy-part.ts";

const SexQuestion = lazyPart(() => import("./SexQuestion.tsx"), "SexQuestion");

/** Asks for the sex of a patient whose imported list had none. Nothing once it is recorded. */
export const AskSex = ({ patient: { id, sex } }: { patient: Pick<Patient, "id" | "sex"> }) =>
  sex === null && (
    <Suspense fallback={null}>
      <SexQuestion id={id} />
    </Suspense>
  );
