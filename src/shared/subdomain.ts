/** A clinic's name in addresses: one DNS label of a to z, digits and single hyphens. */

/** Leaves space in a label of 63 for a number that distinguishes clinics of the same name. */
const MAX_LENGTH = 50;

/** Names that Klinika's own host uses or that could be mistaken for it. */
const RESERVED = new Set(
  (
    "www api app admin root mail email smtp imap pop ftp ssh vpn dns ns ns1 ns2 mx cdn static assets files media " +
    "support help contact billing payment payments account accounts auth login signin signup logout security " +
    "status health docs blog news about legal privacy terms dashboard console system staff demo test staging dev " +
    "klinika clinic localhost"
  ).split(" "),
);

/** The minimum of a typed subdomain; a shorter name gets "clinic" appended. */
const MIN_LENGTH = 3;

export const subdomainPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const isReservedSubdomain = (subdomain: string): boolean => RESERVED.has(subdomain);

/** "Peñaflor Women's Clinic" as "penaflor-womens-clinic"; a reserved, short or empty name gets "clinic" appended. */
export function subdomainFrom(clinicName: string): string {
  const label = clinicName
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
  if (label.length >= MIN_LENGTH && !isReservedSubdomain(label)) return label;
  return label === "" || label === "clinic" ? "my-clinic" : `${label}-clinic`;
}
