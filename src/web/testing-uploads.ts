import { vi } from "vitest";

/** An upload in progress, controlled by a test. */
type FakeUpload = {
  address: string;
  /** Names of the files sent. */
  names: string[];
  isAborted: boolean;
  progress: (fraction: number) => void;
  answer: (status: number, body: unknown) => void;
  /** The connection breaks. */
  breakOff: () => void;
};

/** Replaces the network for uploads, which use XMLHttpRequest. Returns the uploads in order. */
export function fakeUploads(): FakeUpload[] {
  const sent: FakeUpload[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    status = 0;
    statusText = "";
    responseText = "";
    withCredentials = false;
    #address = "";
    #sent: FakeUpload | undefined;
    open(_method: string, address: string) {
      this.#address = address;
    }
    setRequestHeader() {}
    abort() {
      if (this.#sent) this.#sent.isAborted = true;
      this.onabort();
    }
    send(form: FormData) {
      this.#sent = {
        address: this.#address,
        names: form.getAll("files").map((file) => (file as File).name),
        isAborted: false,
        progress: (fraction) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded: fraction * 100, total: 100 }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload();
        },
        breakOff: () => this.onerror(),
      };
      sent.push(this.#sent);
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return sent;
}
