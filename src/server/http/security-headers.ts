import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";
import type { Settings } from "../settings.ts";

/** Only this site's own scripts run, and no other site may frame its pages. */
const directives = {
  "default-src": ["'self'"],
  "script-src": ["'self'"],
  "worker-src": ["'self'"],
  "manifest-src": ["'self'"],
  "style-src": ["'self'", "'unsafe-inline'"],
  "img-src": ["'self'", "blob:", "data:"],
  "frame-src": ["'self'", "blob:"],
  "connect-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'self'"],
};

/** Features that Klinika never uses, so that injected code cannot use them either. */
const unused = ["microphone", "geolocation", "display-capture", "payment", "usb"].map((name) => `${name}=()`);

/** The camera reads patients' cards, in the application's own pages only. */
export const applicationPermissions = { "permissions-policy": ["camera=(self)", ...unused].join(", ") };
const noPermissions = { "permissions-policy": ["camera=()", ...unused].join(", ") };

/** The headers of every response. They are constant, so helmet computes them once at the start. */
export function securityHeaders({ publicUrl }: Settings): Record<string, string> {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginEmbedderPolicy: false,
    // In a clinic's own network Klinika has a plain http address, where these would only cause warnings.
    crossOriginOpenerPolicy: isSecure ? { policy: "same-origin" } : false,
    originAgentCluster: false,
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
  });
  setHeaders(request, response, (problem) => {
    if (problem) throw problem;
  });
  const set = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(set), ...noPermissions };
}
