import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { LikelyDuplicate } from "#features/patients/contract.ts";
import type { ApiError } from "#web/data/api-error.ts";
import { areOthers } from "./other-people.ts";
import type { PatientForm } from "./patient-form.ts";
import { duplicatesKey, questionOf } from "./use-likely-duplicates.ts";

/**
 * The server looks for the patient before it registers one, because on a slow connection Save is pressed before the
 * warning in the form. It asks once for the same name, birthday, phone and PhilHealth number: the next Save registers
 * another person. Those of whom the user has said that they are not the same person are not asked about.
 */
export function useDuplicateCheck(form: PatientForm) {
  const queries = useQueryClient();
  const answered = useRef<string | null>(null);
  const question = () => questionOf(form.getValues());
  return {
    /** What a registration says of it. */
    sent: (): { checkDuplicates?: true } => {
      const now = question();
      const known = queries.getQueryData<LikelyDuplicate[]>(duplicatesKey(now));
      return answered.current === now || (known && areOthers(form, known)) ? {} : { checkDuplicates: true };
    },
    /**
     * What a refusal means: "ask" if somebody who was found is shown in the form, "save" if the user has said of all of
     * them that they are not the same person, null if it is another refusal.
     */
    answerTo: ({ body }: ApiError): "ask" | "save" | null => {
      if (body.code !== "possible_duplicate") return null;
      const found = body.current as LikelyDuplicate[];
      answered.current = question();
      queries.setQueryData(duplicatesKey(answered.current), found);
      return areOthers(form, found) ? "save" : "ask";
    },
  };
}
