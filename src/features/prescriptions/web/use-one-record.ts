import { useRef, useState } from "react";
import {
  type Prescription,
  type PrescriptionDraft,
  savePrescription,
} from "#features/prescriptions/contract.ts";
import { call, callForFile, newKey } from "#web/data/api.ts";
import {
  type AttemptRef,
  tellFailure,
  useEndpointMutation,
  useInvalidateChangedBy,
} from "#web/data/calls.ts";
import { chosenPaper } from "./paper-choice.ts";

/**
 * Saving, downloading and printing the same content carry the same key, so that they are one record however often
 * and in whatever order they are pressed. Other content is another prescription.
 */
export function useOneRecord(patientId: number, lastActRef: AttemptRef) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const keys = useRef(new Map<string, string>());
  const [saved, setSaved] = useState<Prescription | null>(null);
  const send = useEndpointMutation(savePrescription, {
    done: "Prescription saved successfully",
    failed: { title: "Error", fallback: "Failed to save prescription" },
  });
  const params = { id: String(patientId) };

  const keyFor = (draft: PrescriptionDraft): string => {
    const content = JSON.stringify(draft);
    const { current: last } = lastActRef;
    const key = (last?.of === content ? last.key : keys.current.get(content)) ?? newKey();
    keys.current.set(content, key);
    lastActRef.current = { key, of: content };
    return key;
  };

  /** The toasts are said here; a failure is thrown on, for the fields. */
  async function save(draft: PrescriptionDraft): Promise<void> {
    setSaved(await send.mutateAsync({ params, body: draft, idempotencyKey: keyFor(draft) }));
  }

  /** The PDF of this content, which is saved by it if it was not. */
  async function makePdf(draft: PrescriptionDraft): Promise<{ file: Blob; name: string }> {
    const options = { idempotencyKey: keyFor(draft) };
    const sent = { params, body: draft };
    const query = { format: "pdf", paper: chosenPaper() } as const;
    try {
      const pdf = await callForFile(savePrescription, { ...sent, query }, options);
      // The same key asks for the same record: now as JSON, for its number.
      const record = await call(savePrescription, sent, options).catch(() => null);
      if (record) setSaved(record.data);
      void invalidateChangedBy(savePrescription);
      return pdf;
    } catch (error) {
      tellFailure(error, { title: "Error", fallback: "Failed to generate prescription" });
      throw error;
    }
  }

  return { saved, save, makePdf };
}
