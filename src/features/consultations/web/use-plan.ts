import { useEffect, useRef } from "react";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { addPaper } from "#features/papers/contract.ts";
import {
  lastByDate,
  medicinesInUse,
  patientPrescriptions,
  savePrescription,
  toRepeat,
} from "#features/prescriptions/contract.ts";
import { plannedMedicines, plannedReturn } from "#shared/clinical/plan-line.ts";
import { type PlannedRequest, plannedTests } from "#shared/clinical/planned-tests.ts";
import { addDays } from "#shared/formats/dates.ts";
import { fold } from "#shared/formats/name-search.ts";
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
  const mayRequest = can(addPaper);
  const { data: earlier } = useCall(
    patientPrescriptions,
    { params: { id: String(patientId) }, query: toRepeat },
    { enabled: mayPrescribe },
  );
  const last = lastByDate(earlier);
  const plan = form.watch("treatment");
  const medicines = mayPrescribe ? plannedMedicines(plan) : [];
  const inUse = useCall(medicinesInUse, {}, { enabled: medicines.length > 0 }).data;
  const pending = useCall(summary, { params: { id: String(patientId) } }).data?.pending ?? [];
  const requested = new Set(
    pending
      .filter(({ kind }) => kind === "request")
      .flatMap(({ label }) => label.split(/, | and (?=\d+ more$)/).map(fold)),
  );
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
  const rows = mayPrescribe ? plannedRows(medicines, last, repeats, inUse) : [];
  // The plan's text lists the repeated medicines until the user changes that text.
  const words = repeats ? rows.map(({ medication }) => medicineWords(medication)).join("\n") : "";
  const listed = useRef("");
  useEffect(() => {
    const now = (form.getValues("medications") ?? "").trim();
    if (words !== listed.current && (now === "" || now === listed.current))
      form.setValue("medications", words, { shouldDirty: true });
    listed.current = words;
  }, [form, words]);
  /** The tests of a text, without those that an open request asks for already. */
  const requestsOf = (text: string): { requests: PlannedRequest[]; alreadyRequested: string[] } => {
    const all = mayRequest ? plannedTests(text) : [];
    const isRequested = ({ label }: { label: string }) => requested.has(fold(label));
    return {
      requests: all
        .map((request) => ({ ...request, tests: request.tests.filter((test) => !isRequested(test)) }))
        .filter(({ tests }) => tests.length > 0),
      alreadyRequested: all.flatMap(({ tests }) => tests.filter(isRequested).map(({ label }) => label)),
    };
  };
  return {
    rows,
    requests: requestsOf(plan).requests,
    requestsOf,
    back,
    day,
    additionalInstructions: repeats ? last.additionalInstructions : null,
    lastDay: last?.prescriptionDate ?? null,
    repeat: last && {
      day: last.prescriptionDate,
      isOn: repeats,
      turn: setRepeated,
    },
  };
}
