import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { exportPatients, printPatients } from "#features/patients/contract.ts";
import { reply } from "#web/testing.tsx";
import { aListedPatient } from "../testing-patients.ts";
import { listed, maria, openScreen } from "./testing-patients-screen.tsx";

test("Export downloads the filtered rows and says how many", async () => {
  URL.createObjectURL = () => "blob:test";
  const { hand, sent } = openScreen(
    [
      listed([maria], 1234),
      reply(exportPatients, new Blob(["Admission No\r\n20261118-004\r\n"]), {
        "content-disposition": "attachment; filename*=UTF-8''patients_export_2026-11-20.csv",
        "x-row-count": "1233",
      }),
    ],
    { address: "/?status=Admitted" },
  );
  await screen.findByRole("button", { name: maria.patientName });
  await hand.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("1 row exported");
  screen.getByText("patients_export_2026-11-20.csv");
  expect(sent(exportPatients)[0]?.query).toEqual({ status: "Admitted" });
});

test("with no rows there is nothing to export", async () => {
  const { hand } = openScreen([listed([])]);
  await screen.findByText("No patients found.");
  await hand.click(screen.getByRole("button", { name: "Export" }));
  await screen.findByText("Nothing to export");
});

test("Print all renders every filtered row before the print dialog opens", async () => {
  const everyone = Array.from({ length: 60 }, (_, index) =>
    aListedPatient({ id: index + 1, patientName: `Patient ${index + 1}` }),
  );
  let printedRows = 0;
  window.print = () => {
    window.dispatchEvent(new Event("beforeprint"));
    const table = screen.getByRole("table", { name: "All patients" });
    printedRows = table.querySelectorAll("tbody tr").length;
    window.dispatchEvent(new Event("afterprint"));
  };
  const { hand, sent } = openScreen([listed(everyone.slice(0, 25), 60), reply(printPatients, everyone)], {
    address: "/?status=Admitted",
  });
  await screen.findByRole("button", { name: "Patient 1" });
  screen.getByText("Page 1 of 3: use Print all to print all 60.");
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await waitFor(() => expect(printedRows).toBe(60));
  expect(sent(printPatients)[0]?.query).toEqual({ status: "Admitted" });
  await waitFor(() => expect(screen.queryByRole("table", { name: "All patients" })).toBeNull());
});

test("a list too long for paper is not printed partially", async () => {
  const { hand, sent } = openScreen([listed([maria], 5001)]);
  await screen.findByRole("button", { name: maria.patientName });
  await hand.click(screen.getByRole("button", { name: "Print all" }));
  await screen.findByText("Too many rows to print");
  expect(sent(printPatients)).toEqual([]);
});
