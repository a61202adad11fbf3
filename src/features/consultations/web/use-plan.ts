import { useEffect, useRef } from "react";
import { addPaper } from "#features/papers/contract.ts";
import {
  lastByDate,
  patientPrescriptions,
  savePrescription,
  toRepeat,
} from "#features/prescriptions/contract.ts";
import { plannedMedicines, plannedReturn } from "#shared/clinical/plan-line.ts";
import { plannedTests } from "#shared/clinical/planned-tests.ts";
import { addDays } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import type { WizardForm } from "./note-fields.ts";
import { medicineWords, plannedRows } from "./planned-prescription.ts";

/** What the treatment plan contains beyond text, and the last prescription's medicines if they are repeated. */
export function usePlan(
  form: WizardForm,
  patientId: number,
  { isRepeated, setRepeated }: { isRepeated: boolean; setRepeated: (isRepeated: boolean) => void },
) {
  const today = useToday();
  const can = useCan();
  const mayPrescribe = can(savePrescription);
  const { data: earlier } = useCall(
    patientPrescriptions,
    { params: { id: String(patientId) }, query: toRepeat },
    { enabled: mayPrescribe },
  );
  const last = lastByDate(earlier);
  const plan = form.watch("treatment");
  const back = plannedReturn(plan);
  const day = back && addDays(today, back.days);
  // The date follows the plan until the user chooses another one.
  const followed = useRef<string | null>(null);
  useEffect(() => {
    const now = form.getValues("followUpDate") ?? "";
    if (day !== followed.current && (now === "" || now === followed.current))
      form.setValue("followUpDate", day ?? "", { shouldDirty: true });
    followed.current = day;
  }, [form, day]);
  const repeats = isRepeated && last !== null;
  const rows = mayPrescribe ? plannedRows(plannedMedicines(plan), last, repeats) : [];
  // The plan's text lists the repeated medicines until the user changes that text.
  const words = repeats ? rows.map(({ medication }) => medicineWords(medication)).join("\n") : "";
  const listed = useRef("");
  useEffect(() => {
    const now = (form.getValues("medications") ?? "").trim();
    if (words !== listed.current && (now === "" || now === listed.current))
      form.setValue("medications", words, { shouldDirty: true });
    listed.current = words;
  }, [form, words]);
  return {
    rows,
    requests: can(addPaper) ? plannedTests(plan) : [],
    back,
    day,
    additionalInstructions: repeats ? last.additionalInstructions : null,
    repeat: last && {
      day: last.prescriptionDate,
      isOn: repeats,
      turn: setRepeated,
    },
  };
}
