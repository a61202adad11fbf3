import { useState } from "react";
import { type PatientFile, viewFile } from "#features/files/contract.ts";
import { callForFile } from "#web/data/api.ts";
import { showFailure } from "#web/data/calls.ts";
import { saveFile } from "#web/printing/save-file.ts";

/** Downloads a file with the browser. `fetching` is the path of the download in progress. */
export function useDownload() {
  const [fetching, setFetching] = useState<string | null>(null);
  const download = async (file: PatientFile) => {
    setFetching(file.path);
    try {
      const params = { path: file.path };
      const { file: bytes } = await callForFile(viewFile, { params, query: { download: "1" } });
      saveFile(bytes, file.name);
    } catch (error) {
      showFailure(error, { title: "Error", fallback: "Failed to download file" });
    } finally {
      setFetching(null);
    }
  };
  return { fetching, download };
}
