import type { CacheTag } from "#shared/cache-tags.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { isByKey } from "#shared/permissions.ts";
import { type RecordEventKind, recordEvents } from "#shared/record-events.ts";

/** Events that a person at an unattended computer must not cause. */
const asksFor: ReadonlySet<RecordEventKind> = new Set(["account", "delete", "export", "printList", "share"]);

/** Accounts, rights, the clinics' standing, and links that others can open. */
const asksToChange: ReadonlySet<CacheTag> = new Set([
  "account",
  "apiKeys",
  "calendarFeeds",
  "clinic",
  "clinics",
  "displays",
  "exports",
  "secondFactor",
  "staff",
  "standingHistory",
  "webhooks",
]);

/**
 * A call that exports, prints a list, deletes, shares, or changes accounts and rights must ask for a recent password,
 * or say in `withoutPassword` why not. A GET never asks, because screens and other programs repeat it in the background.
 * @throws Error when the server starts
 */
export function requirePasswordRule(endpoint: Endpoint): void {
  const { method, path, access, audit, changes = [], recentPassword, withoutPassword } = endpoint;
  const name = `${method} ${path}`;
  if (recentPassword && withoutPassword !== undefined)
    throw new Error(`${name} asks for the password and says why it does not.`);
  if (method === "GET" && recentPassword)
    throw new Error(`${name} asks for the password, which a GET never does.`);
  if (access === "public" || isByKey(access) || recentPassword || withoutPassword) return;
  const event = audit && asksFor.has(recordEvents[audit].kind) ? audit : null;
  const changed = changes.find((tag) => asksToChange.has(tag));
  if (event ?? changed)
    throw new Error(
      `Declare \`recentPassword\` of ${name} because of ${event ?? changed}, or in \`withoutPassword\` why it needs none.`,
    );
}
