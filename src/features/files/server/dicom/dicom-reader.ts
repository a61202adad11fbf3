import { WorkerReader } from "../worker-reader.ts";
import type { DicomCall, DicomRead } from "./read-in-worker.ts";

/** Reads DICOM files. */
export class DicomReader extends WorkerReader<DicomCall, Exclude<DicomRead, { problem: string }>> {
  constructor() {
    super(
      new URL("./read-in-worker.ts", import.meta.url),
      "This picture takes too long to be shown here. Open it in a DICOM viewer.",
    );
  }
}
