import { useRef, useState } from "react";
import {
  type Prescription,
  type PrescriptionDraft,
  prescriptionPdf,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { call, callForFile, newKey } from "#web/data/api.ts";
import {
  type AttemptRef,
  showFailure,
  useEndpointMutation,
  useInvalidateChangedBy,
} from "#web/data/calls.ts";
import { chosenPaperSize } from "#web/printing/paper-size-choice.ts";

/**
 * Save, Download and Print of the same content make one record, however often and in whatever order they are pressed:
 * the same content is sent with the same key. Other content is another prescription.
 */
export function useOneRecord(patientId: number, attemptRef: AttemptRef) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const keys = useRef(new Map<string, string>());
  const records = useRef(new Map<string, Prescription>());
  const [saved, setSaved] = useState<Prescription | null>(null);
  const send = useEndpointMutation(savePrescription, {
    // The saved form says so.
    done: null,
    failed: { title: "Error", fallback: "Failed to save prescription" },
  });
  const params = { id: String(patientId) };

  const keyFor = (draft: PrescriptionDraft): string => {
    const content = JSON.stringify(draft);
    const { current: last } = attemptRef;
    const key = (last?.of === content ? last.key : keys.current.get(content)) ?? newKey();
    keys.current.set(content, key);
    attemptRef.current = { key, of: content };
    return key;
  };

  const remember = (key: string, record: Prescription) => {
    records.current.set(key, record);
    setSaved(record);
    return record;
  };

  /** The toasts are shown here; a failure is rethrown for the fields. */
  async function save(draft: PrescriptionDraft): Promise<void> {
    const idempotencyKey = keyFor(draft);
    remember(
      idempotencyKey,
      await send.mutateAsync({ params, body: { ...draft, patientId }, idempotencyKey }),
    );
  }

  /** The PDF of this content, which is saved first if necessary. */
  async function makePdf(draft: PrescriptionDraft): Promise<{ file: Blob; name: string }> {
    const idempotencyKey = keyFor(draft);
    try {
      const record = records.current.get(idempotencyKey);
      if (!record) return await saveAsPdf(draft, idempotencyKey);
      return await callForFile(prescriptionPdf, {
        params: { ...params, rxId: String(record.id) },
        query: { paper: chosenPaperSize() },
      });
    } catch (error) {
      showFailure(error, { title: "Error", fallback: "Failed to generate prescription" });
      throw error;
    }
  }

  /** Saves nothing that cannot be printed. The same key then gives the record that was saved. */
  async function saveAsPdf(draft: PrescriptionDraft, idempotencyKey: string) {
    const body = { ...draft, patientId };
    const query = { format: "pdf", paper: chosenPaperSize() } as const;
    const pdf = await callForFile(savePrescription, { params, query, body }, { idempotencyKey });
    void invalidateChangedBy(savePrescription);
    const { data } = await call(savePrescription, { params, body }, { idempotencyKey });
    remember(idempotencyKey, data);
    return pdf;
  }

  /** It was withdrawn: the same content is another prescription. */
  const beginAnew = () => {
    keys.current.clear();
    records.current.clear();
    attemptRef.current = null;
    setSaved(null);
  };

  return { saved, save, makePdf, beginAnew };
}
