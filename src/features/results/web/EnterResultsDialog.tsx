import { useId, useMemo, useRef, useState } from "react";
import { patientFiles } from "#features/files/contract.ts";
import {
  addResult,
  changeResult,
  type Result,
  type ResultSettings,
  resultSettings,
} from "#features/results/contract.ts";
import { analytes, panelAnalytes, panels } from "#shared/clinical/results/panels.ts";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { ConfidentialLine } from "#web/clinical/ConfidentialLine.tsx";
import { MedicalFileDrop } from "#web/clinical/MedicalFileDrop.tsx";
import { PatientFormDialog } from "#web/clinical/PatientFormDialog.tsx";
import { useAnswersFor } from "#web/clinical/use-answers-for.ts";
import { useMedicalResults } from "#web/clinical/use-medical-results.ts";
import { useOpenPregnancy } from "#web/clinical/use-open-pregnancy.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field, FieldError } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { ResultFields } from "./ResultFields.tsx";
import {
  changesOf,
  draftOf,
  emptyForm,
  formOf,
  nobody,
  type ResultForm,
  resultForm,
  subjectOf,
  type UnitOf,
  unitsBy,
  unusualIn,
} from "./result-form.ts";

const noSettings: ResultSettings = { ranges: [], laboratories: [] };
const panelOptions = panels.map(({ code, name }) => ({ value: code, label: name }));

/** Enters the values of a laboratory's report, or corrects them. */
export function EnterResultsDialog({
  patientId,
  result = null,
  onMarked,
  onClose,
}: {
  patientId: number;
  /** The result to correct. */
  result?: Result | null;
  /** It was marked as entered in error. */
  onMarked?: () => void;
  onClose: () => void;
}) {
  const today = useToday();
  const answersFor = useAnswersFor();
  const patient = usePatient(patientId);
  const pregnancy = useOpenPregnancy(patientId);
  const settings = useCall(resultSettings, {}).data ?? noSettings;
  const params = { id: String(patientId) };
  const files = useCall(patientFiles, { params }).data?.filter(({ category }) => category === "laboratory");
  const unitOf = useMemo(() => unitsBy(settings.laboratories), [settings.laboratories]);
  // The units may load after the form is created.
  const units = useRef(unitOf);
  units.current = unitOf;
  const [schema] = useState(() => resultForm((analyte, form) => units.current(analyte, form)));
  const [before] = useState(() => (result ? formOf(result) : emptyForm(today)));
  const uploads = useMedicalResults();
  const [file, setFile] = useState(result?.file ?? "");
  const [questioned, setQuestioned] = useState<readonly string[]>([]);
  const unusual = (typed: ResultForm) =>
    unusualIn(typed, unitOf, {
      subject: patient.data ? subjectOf(patient.data, typed.day, pregnancy) : nobody,
      ranges: settings.ranges,
    });
  const { form, errors, dialog } = useFormDialog(result ? changeResult : addResult, schema, {
    defaultValues: before,
    draft: { form: "results", record: result?.id ?? patientId },
    check: async (typed): Promise<boolean> => {
      const doubted = unusual(typed).filter(
        ({ code, words }) => !questioned.includes(words) && !isStored(result, code, typed, unitOf),
      );
      if (doubted[0]) {
        setQuestioned([...questioned, ...doubted.map(({ words }) => words)]);
        form.setFocus(`values.${doubted[0].code}`);
        return false;
      }
      if (draftOf(typed, unitOf, null).values.length === 0) {
        form.setError("root", { message: "Enter at least one value" });
        return false;
      }
      return uploads.isReady();
    },
    request: (typed) => {
      const attached = uploads.sent.laboratory[0]?.done ?? (file === result?.file ? null : file || null);
      if (!result) return { params, body: draftOf(typed, unitOf, attached) };
      const body = changesOf(typed, before, unitOf, attached);
      return Object.keys(body).length > 0
        ? { params: { ...params, resultId: String(result.id) }, ifMatch: result.version, body }
        : null;
    },
    formNames: { collectedAt: "day" },
    done: result ? "Results corrected" : "Results saved",
    failed: "Failed to save the results",
    invalidatesOnError: result !== null,
    onClose,
  });
  const values = form.watch() as ResultForm;
  const laboratories = useId();
  const { mark } = useEnteredInError(patientId);
  const unconfirmed = unusual(values).filter(({ words }) => questioned.includes(words));

  return (
    <PatientFormDialog
      {...dialog}
      patient={patient}
      title={result ? `Correct ${result.panelName}` : "Enter Results"}
      isDirty={dialog.isDirty || uploads.isDirty}
      save={unconfirmed.length > 0 ? "Save as Typed" : result ? "Save Correction" : "Save Results"}
    >
      {(record) => (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <Field label="Panel">
              {result ? (
                <Select options={panelOptions} value={result.panel} disabled onChange={() => undefined} />
              ) : (
                <Select options={panelOptions} {...form.register("panel")} />
              )}
            </Field>
            <Field label="Laboratory" optional error={errors.laboratory?.message}>
              <TextInput
                list={laboratories}
                maxLength={120}
                autoComplete="off"
                {...form.register("laboratory")}
              />
            </Field>
            <Field label="Collected on" required error={errors.day?.message}>
              <DateInput
                {...form.register("day")}
                {...dateBounds("result", { today, birthday: patient.data?.birthday })}
              />
            </Field>
            <Field label="Time" optional>
              <TextInput type="time" {...form.register("time")} />
            </Field>
          </div>
          <datalist id={laboratories}>
            {settings.laboratories.map(({ name }) => name && <option key={name} value={name} />)}
          </datalist>
          {unconfirmed.length > 0 && (
            <NoteBox tone="warn" role="alert">
              {unconfirmed.map(({ words }) => words).join(", ")}: is this right? Correct it, or press Save as
              Typed.
            </NoteBox>
          )}
          <ResultFields
            form={form}
            values={values}
            errors={errors.values as Parameters<typeof ResultFields>[0]["errors"]}
            unitOf={unitOf}
            subject={subjectOf(record, values.day, pregnancy)}
            ranges={settings.ranges}
          />
          {hasRate(values.panel) && (
            <p className="text-sm text-ink-2">
              {record.sex && (record.birthday || record.age)
                ? "eGFR is computed from creatinine (CKD-EPI 2021) for adults."
                : "eGFR needs the patient's sex and birthday."}
            </p>
          )}
          <Field label="Note" optional error={errors.note?.message}>
            <TextInput maxLength={1000} autoComplete="off" {...form.register("note")} />
          </Field>
          {files && files.length > 0 && uploads.sent.laboratory.length === 0 && (
            <Field label="The laboratory's paper, from the files" optional>
              <Select
                value={file}
                onChange={(event) => setFile(event.target.value)}
                placeholder="None"
                options={files.map(({ path, name }) => ({ value: path, label: name }))}
              />
            </Field>
          )}
          <MedicalFileDrop
            category="laboratory"
            label="Attach the laboratory's paper"
            max={1}
            value={uploads.sent.laboratory}
            onChange={(sent) => uploads.changed("laboratory", sent)}
            onPending={(sending, failed) => uploads.pending("laboratory", sending, failed)}
          />
          {result ? (
            <ConfidentialLine patientId={patientId} entry="result" of={result} />
          ) : (
            <ConfidentialBox {...form.register("isConfidential")} />
          )}
          {errors.root?.message && (
            <div role="alert">
              <FieldError>{errors.root.message}</FieldError>
            </div>
          )}
          {result && answersFor(result) && (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4 text-sm text-ink-2">
              <span className="min-w-0 flex-1 basis-60">
                Another patient's, or typed by mistake? It leaves the table and stays in the history.
              </span>
              <Button
                size="sm"
                onClick={() => {
                  dialog.draft?.forget();
                  mark(result);
                  onMarked?.();
                  onClose();
                }}
              >
                Entered in Error
              </Button>
            </p>
          )}
        </>
      )}
    </PatientFormDialog>
  );
}

const hasRate = (panel: string) => panelAnalytes(panel).some(({ code }) => code === "egfr");

/** Values that were confirmed when they were entered are not asked about again. */
const isStored = (result: Result | null, code: string, typed: ResultForm, unitOf: UnitOf) => {
  const analyte = analytes.get(code);
  const unit = (analyte && unitOf(analyte, typed)?.name) || null;
  return result?.values.some(
    (stored) =>
      stored.analyte === code && stored.value === typed.values[code]?.trim() && stored.unit === unit,
  );
};

function useEnteredInError(patientId: number) {
  const back = useEndpointMutation(changeResult, {
    done: null,
    failed: { title: "Error", fallback: "Failed to take it back" },
    invalidatesOnError: true,
  });
  const sent = (result: Result, state: "final" | "entered_in_error") => ({
    params: { id: String(patientId), resultId: String(result.id) },
    ifMatch: result.version,
    body: { state },
  });
  const { mutate } = useEndpointMutation(changeResult, {
    done: (result) => ({ title: `${result.panelName ?? "Results"} marked as entered in error` }),
    failed: { title: "Error", fallback: "Failed to mark the results" },
    invalidatesOnError: true,
    undo: (result) => back.mutate(sent(result as Result, "final")),
  });
  return { mark: (result: Result) => mutate(sent(result, "entered_in_error")) };
}
