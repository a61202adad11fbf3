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

/** The headers of every answer. They never differ, so helmet computes them once at the start. */
export function securityHeaders({ publicUrl }: Settings): Record<string, string> {
  const isSecure = publicUrl?.startsWith("https:") === true;
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginEmbedderPolicy: false,
    // On a clinic's own network the product is a plain http address, where these would only warn.
    crossOriginOpenerPolicy: isSecure ? { policy: "same-origin" } : false,
    originAgentCluster: false,
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
  });
  setHeaders(request, response, (problem) => {
    if (problem) throw problem;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
