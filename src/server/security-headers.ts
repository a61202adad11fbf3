import type { Settings } from "./settings.ts";

/** Only this site's own scripts run, and nobody else frames its pages. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "frame-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join(";");

/** What every answer says to the browser, written once. */
export function securityHeaders({ publicUrl }: Settings): Record<string, string> {
  const isSecure = publicUrl?.startsWith("https:") === true;
  return {
    "content-security-policy": contentSecurityPolicy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "SAMEORIGIN",
    "x-permitted-cross-domain-policies": "none",
    "x-xss-protection": "0",
    // On a clinic's own network the product is a plain http address, where these would only warn.
    ...(isSecure && {
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}
