import { printBill } from "#features/billing/contract.ts";
import type { AcknowledgementSize } from "#shared/billing/acknowledgement-size.ts";
import { callForFile } from "#web/data/api.ts";
import { showFailure } from "#web/data/calls.ts";
import type { openForPrinting } from "#web/printing/show-for-printing.ts";

/** Prints a bill's acknowledgement; a failure is shown. */
export async function printAcknowledgement(
  billId: number,
  size: AcknowledgementSize,
  place: ReturnType<typeof openForPrinting>,
): Promise<void> {
  try {
    const { file, name } = await callForFile(printBill, {
      params: { id: String(billId) },
      query: { paper: size },
    });
    place.show(file, name);
  } catch (error) {
    place.giveUp();
    showFailure(error, { title: "Not printed", fallback: "The acknowledgement could not be drawn" });
  }
}
