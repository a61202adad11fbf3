import fc from "fast-check";
import { expect, test } from "vitest";
import {
  amountWords,
  formatDeduction,
  formatMoney,
  formatPesosWhole,
  parseMoney,
} from "#shared/formats/money.ts";

test.each([
  ["1200", "1200.00"],
  ["1,200", "1200.00"],
  ["₱1,200.50", "1200.50"],
  ["₱ 1,200.5", "1200.50"],
  ["PHP 350", "350.00"],
  ["P350", "350.00"],
  [" 0 ", "0.00"],
  ["007", "7.00"],
  [".75", "0.75"],
  ["15.", "15.00"],
  ["1,234,567.89", "1234567.89"],
  ["9999999999.99", "9999999999.99"],
])("%j is the amount %s", (typed, stored) => {
  expect(parseMoney(typed)).toBe(stored);
});

test.each([
  "",
  "abc",
  "-5",
  "₱-5",
  "1,20",
  "0,500",
  "12,00",
  "1,2345",
  "1.005",
  "1.2.3",
  "12345678901",
  "1e5",
  "Infinity",
  "1E5",
  "0x10",
  "+5",
  "１２",
  "1.000",
  "9999999999.999",
  "1 200",
])("%j is not an amount", (typed) => {
  expect(parseMoney(typed)).toBeNull();
  expect(amountWords(typed)).toBe(
    typed === "12345678901" ? "Enter at most ₱9,999,999,999.99" : "Enter an amount in pesos, like 1,200.00",
  );
});

test("an amount that is too large has another message than text that is none", () => {
  expect(amountWords("₱10,000,000,000.00")).toBe("Enter at most ₱9,999,999,999.99");
  expect(amountWords("00009999999999.999")).toBe("Enter an amount in pesos, like 1,200.00");
});

test("amounts show the peso sign, commas and centavos", () => {
  expect(formatMoney("1234.5")).toBe("₱1,234.50");
  expect(formatMoney("0")).toBe("₱0.00");
  expect(formatMoney("1234567.891")).toBe("₱1,234,567.89");
  expect(formatMoney("0.995")).toBe("₱1.00");
  expect(formatMoney("-12.30")).toBe("-₱12.30");
});

test("statistics show whole pesos, rounded", () => {
  expect(formatPesosWhole("412859.60")).toBe("₱412,860");
  expect(formatPesosWhole("412860")).toBe("₱412,860");
  expect(formatPesosWhole("0.00")).toBe("₱0");
  expect(formatPesosWhole("-0.20")).toBe("₱0");
});

test("every centavo survives being shown and typed again", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 999_999_999_999n), (centavos) => {
      const stored = `${centavos / 100n}.${(centavos % 100n).toString().padStart(2, "0")}`;
      expect(parseMoney(formatMoney(stored))).toBe(stored);
    }),
  );
});

test("a deduction of nothing has no sign", () => {
  expect(["0", "0.00", "200", "1234.5"].map(formatDeduction)).toEqual([
    "₱0.00",
    "₱0.00",
    "−₱200.00",
    "−₱1,234.50",
  ]);
});
