import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type Column, Table } from "./Table.tsx";

afterEach(cleanup);

interface Row {
  id: number;
  name: string;
  amount: number | null;
}

const rows: readonly Row[] = [
  { id: 1, name: "Ñuñez", amount: 90 },
  { id: 2, name: "Ocampo", amount: null },
  { id: 3, name: "nava", amount: 1200 },
];

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Patient Name", cell: (row) => row.name, sortBy: (row) => row.name },
  { id: "amount", header: "Amount", cell: (row) => row.amount ?? "None", sortBy: (row) => row.amount },
  { id: "act", header: "Actions", cell: (row) => <button type="button">{`Edit ${row.name}`}</button> },
];

const names = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("cell")[0]?.textContent);

test("a press on a header sorts the rows, a second one reverses them", async () => {
  render(<Table label="Patients" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  const user = userEvent.setup();
  const head = screen.getByRole("columnheader", { name: "Patient Name" });
  expect(head.getAttribute("aria-sort")).toBe("none");
  await user.click(within(head).getByRole("button"));
  expect(head.getAttribute("aria-sort")).toBe("ascending");
  expect(names()).toEqual(["nava", "Ñuñez", "Ocampo"]);
  await user.click(within(head).getByRole("button"));
  expect(head.getAttribute("aria-sort")).toBe("descending");
  expect(names()).toEqual(["Ocampo", "Ñuñez", "nava"]);
});

test("rows without a value come last in both directions", async () => {
  render(<Table label="Patients" columns={columns} rows={rows} rowKey={(row) => row.id} />);
  const user = userEvent.setup();
  const press = () => user.click(screen.getByRole("button", { name: "Amount" }));
  await press();
  expect(names()).toEqual(["Ñuñez", "nava", "Ocampo"]);
  await press();
  expect(names()).toEqual(["nava", "Ñuñez", "Ocampo"]);
});

test("with `onSort` the table only reports the press", async () => {
  const onSort = vi.fn();
  render(
    <Table
      label="Patients"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      sort={{ column: "name", direction: "ascending" }}
      onSort={onSort}
    />,
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Patient Name" }));
  expect(onSort).toHaveBeenCalledWith({ column: "name", direction: "descending" });
  expect(names()).toEqual(["Ñuñez", "Ocampo", "nava"]);
});

test("a row opens by press and by keyboard; its buttons do not open it", async () => {
  const onOpen = vi.fn();
  render(<Table label="Patients" columns={columns} rows={rows} rowKey={(row) => row.id} onOpen={onOpen} />);
  const user = userEvent.setup();
  await user.click(screen.getByText("Edit Ocampo"));
  expect(onOpen).not.toHaveBeenCalled();
  await user.click(screen.getByText("Ocampo"));
  expect(onOpen).toHaveBeenLastCalledWith(rows[1]);
  screen.getAllByRole("row")[1]?.focus();
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onOpen).toHaveBeenLastCalledWith(rows[2]);
});

test("every row of a long list is printed", async () => {
  const many = Array.from({ length: 400 }, (_, index) => ({ id: index, name: `P${index}`, amount: index }));
  render(<Table label="Patients" columns={columns} rows={many} rowKey={(row) => row.id} />);
  expect(screen.getAllByRole("row").length).toBeLessThan(100);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getAllByRole("row")).toHaveLength(401);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.getAllByRole("row").length).toBeLessThan(100);
});
