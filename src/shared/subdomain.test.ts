import fc from "fast-check";
import { expect, test } from "vitest";
import { isReservedSubdomain, subdomainFrom, subdomainPattern } from "./subdomain.ts";

test.each([
  ["Peñaflor Women's Clinic", "penaflor-womens-clinic"],
  ["  St. Luke & Sons  ", "st-luke-sons"],
  ["Admin", "admin-clinic"],
  ["API", "api-clinic"],
  ["JR", "jr-clinic"],
  ["Clinic", "my-clinic"],
  ["診所", "my-clinic"],
  ["A".repeat(255), "a".repeat(50)],
])("%s becomes %s", (name, subdomain) => {
  expect(subdomainFrom(name)).toBe(subdomain);
});

test("every name becomes a valid DNS label that is not reserved", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 255 }), (name) => {
      const subdomain = subdomainFrom(name);
      expect(subdomain).toMatch(subdomainPattern);
      expect(subdomain.length).toBeGreaterThanOrEqual(3);
      expect(subdomain.length).toBeLessThanOrEqual(57);
      expect(isReservedSubdomain(subdomain)).toBe(false);
    }),
  );
});
