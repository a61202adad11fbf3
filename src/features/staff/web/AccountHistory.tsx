import { type StaffHistoryEntry, staffHistory } from "#features/staff/contract.ts";
import { formatDay } from "#shared/formats/dates.ts";
import { isStaffRole, permissionCatalogue, readPermissions } from "#shared/permissions.ts";
import type { RecordEvent } from "#shared/record-events.ts";
import { type ChangeInWords, HistoryList } from "#web/clinical/HistoryList.tsx";
import { usePages } from "#web/data/calls.ts";
import { roleNames } from "#web/home-of-role.ts";
import { Section } from "#web/ui/frame/Section.tsx";

/** Changes of the staff accounts, by whom and when. */
export function AccountHistory() {
  const read = usePages(staffHistory, { query: { limit: "20" } }, { refetchOnMount: "always" });
  return (
    <Section flush>
      <HistoryList
        read={read}
        label="Account History"
        empty="New accounts, changed permissions, new passwords and deactivations appear here."
        lineOf={(entry) => ({
          id: entry.id,
          at: entry.happenedAt,
          what: ofAllStaff.has(entry.event)
            ? entry.label
            : `${labelOf(entry)}: ${entry.accountName ?? "an account without a name"}`,
          by: entry.userName ?? "a deleted account",
          changes: changesOf(entry),
        })}
      />
    </Section>
  );
}

const ofAllStaff: ReadonlySet<string> = new Set<RecordEvent>([
  "staff.secondFactorRequired",
  "staff.secondFactorOptional",
]);

const labelOf = ({ label, changes }: StaffHistoryEntry) =>
  changes.wasInactive === true ? "Staff account reactivated" : label;

/** Of a doctor, as the forms have them. */
const detailLabels: Record<string, string> = {
  firstName: "First name",
  lastName: "Last name",
  printedName: "Name on papers",
  credentials: "After the name",
  specialization: "Specialization",
  licenseNumber: "PRC",
  ptrNumber: "PTR",
  ptrYear: "PTR year",
  s2Number: "S2",
  s2EndsOn: "S2 ends",
  letter: "Letter in the queue",
  isPractising: "Sees patients",
  isConfidential: "Own notes private",
};

/** For a new account or key its initial values; for changed permissions and details the old and new ones. */
function changesOf({ event, changes }: StaffHistoryEntry): ChangeInWords[] {
  if (event === ("staff.change" satisfies RecordEvent)) return detailsOf(changes);
  const { email, role, permissions, name, address, expiresAt } = changes;
  const lines: ChangeInWords[] = [];
  // Of an API key.
  if (typeof name === "string") lines.push({ label: "Name", before: null, after: name });
  // Of a webhook.
  if (typeof address === "string") lines.push({ label: "Address", before: null, after: address });
  if (typeof expiresAt === "string")
    lines.push({ label: "Last day", before: null, after: formatDay(expiresAt) });
  if (typeof email === "string") lines.push({ label: "Email", before: null, after: email });
  if (isStaffRole(role) || role === "doctor")
    lines.push({ label: "Role", before: null, after: roleNames[role] });
  // A doctor has all of them.
  if (Array.isArray(permissions) && role !== "doctor") {
    const [before, after] = permissions.every(Array.isArray) && permissions.length === 2 ? permissions : [];
    lines.push({
      label: "Permissions",
      before: before === undefined ? null : inWords(before),
      after: inWords(after ?? permissions),
    });
  }
  return lines;
}

const detailsOf = (changes: StaffHistoryEntry["changes"]): ChangeInWords[] =>
  Object.entries(changes).flatMap(([field, change]) => {
    const label = detailLabels[field];
    if (label === undefined || !Array.isArray(change)) return [];
    const [before, after] = change.map(detailInWords);
    return [{ label, before: before ?? null, after: after ?? "none" }];
  });

const detailInWords = (value: unknown): string | null =>
  value === null ? null : typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);

const inWords = (granted: readonly unknown[]): string =>
  readPermissions(granted.map(String))
    .map((permission) => permissionCatalogue[permission].label)
    .join(", ") || "No permissions";
