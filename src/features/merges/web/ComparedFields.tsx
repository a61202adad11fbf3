import { type ReactNode, useId, useState } from "react";
import type { MergeChoices, MergePreview, MergeSide } from "#features/merges/contract.ts";
import { fieldLabel } from "#features/patients/patient-fields.ts";
import { formatDay, isCalendarDay, manilaDay } from "#shared/formats/dates.ts";
import { valueInWords } from "#web/clinical/value-in-words.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { Initials } from "#web/ui/Initials.tsx";
import { checkClass } from "#web/ui/inputs/Checkbox.tsx";
import { consultationsInWords } from "./merge-words.ts";

type Side = "survivor" | "other";
type Compared = MergePreview["fields"][number];
const sides = ["survivor", "other"] as const;

/** The columns of the comparison, stacked on phones. */
const columns = "md:grid md:grid-cols-[minmax(7rem,0.8fr)_minmax(0,1fr)_minmax(0,1fr)]";

/** Both records field by field: differences first, all fields on request. */
export function ComparedFields({
  preview,
  choices,
  onChoose,
  onOpenPatient,
}: {
  preview: MergePreview;
  choices: MergeChoices;
  onChoose: (field: keyof MergeChoices, side: Side) => void;
  onOpenPatient: (id: number) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const { survivor, other, fields, customFields } = preview;
  const differing = fields.filter((field) => field.survivor !== field.other);
  const same = fields.filter((field) => field.survivor === field.other && field.survivor !== null);
  const ownDiffer = customFields.filter((field) => field.survivor !== field.other);
  const shownOwn = isWhole ? customFields : ownDiffer;
  const hidden = same.length + customFields.length - ownDiffer.length;
  return (
    <Section
      flush
      title="Choose What Stays"
      actions={
        hidden > 0 && (
          <span data-print="no">
            <Button size="sm" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? "Only What Differs" : `Show All Fields (${hidden} the same)`}
            </Button>
          </span>
        )
      }
    >
      <div className={cx(columns, "border-b border-line-strong bg-sunk max-md:grid max-md:gap-2 max-md:p-4")}>
        <span className="max-md:hidden" />
        <SideHead side={survivor} becomes="stays" onOpen={() => onOpenPatient(survivor.id)} />
        <SideHead side={other} becomes="goes" onOpen={() => onOpenPatient(other.id)} />
      </div>
      {(isWhole
        ? fields.filter((field) => differing.includes(field) || same.includes(field))
        : differing
      ).map((field) =>
        field.survivor === field.other || field.isFixed ? (
          <PlainField
            key={field.field}
            label={labelOf(field.field)}
            note={field.isFixed && "Follows the hospital stay."}
          >
            {sides.map((side) => (
              <Value
                key={side}
                of={nameOf(preview, side)}
                stays={field.isFixed && field.stays === side && field.survivor !== field.other}
              >
                {shown(field, side, preview)}
              </Value>
            ))}
          </PlainField>
        ) : (
          <ChosenField
            key={field.field}
            field={field}
            preview={preview}
            chosen={choices[field.field] ?? field.stays}
            onChoose={(side) => onChoose(field.field, side)}
          />
        ),
      )}
      {(isWhole || survivor.allergies !== other.allergies) && (
        <PlainField label="Allergies" note={survivor.allergies !== other.allergies && "Both are joined."}>
          {sides.map((side) => (
            <Value key={side} of={nameOf(preview, side)}>
              {preview[side].allergies ?? <Missing />}
            </Value>
          ))}
        </PlainField>
      )}
      {shownOwn.map((field) => (
        <PlainField key={`own ${field.field}`} label={field.field}>
          {sides.map((side) => (
            <Value
              key={side}
              of={nameOf(preview, side)}
              stays={
                field.survivor !== field.other && (field.survivor === null ? "other" : "survivor") === side
              }
            >
              {ownInWords(field[side])}
            </Value>
          ))}
        </PlainField>
      ))}
      {!isWhole && differing.length + ownDiffer.length === 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-3">No field differs.</p>
      )}
    </Section>
  );
}

const nameOf = (preview: MergePreview, side: Side) =>
  side === "survivor" ? `${preview.survivor.patientName} (stays)` : `${preview.other.patientName} (goes)`;

const labelOf = (field: string) => (field === "patientName" ? "Name" : (fieldLabel(field) ?? field));

const sexes: Record<string, string> = { M: "Male", F: "Female" };

const Missing = () => <span className="text-ink-3">not recorded</span>;

function shown(compared: Compared, side: Side, preview: MergePreview): ReactNode {
  const { field } = compared;
  const value = compared[side];
  if (value === null) return <Missing />;
  if (field === "sex") return sexes[value] ?? value;
  if (field === "patientPhoto")
    return <Initials name={preview[side].patientName} of="patient" size={52} src={value} />;
  return valueInWords(field, value);
}

const ownInWords = (value: string | null): ReactNode =>
  value === null ? <Missing /> : isCalendarDay(value) ? formatDay(value) : value;

function SideHead({
  side,
  becomes,
  onOpen,
}: {
  side: MergeSide;
  becomes: "stays" | "goes";
  onOpen: () => void;
}) {
  return (
    <div className="min-w-0 md:px-3 md:py-2.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          onClick={onOpen}
          className="text-left font-strong text-balance wrap-anywhere hover:underline max-md:min-h-6"
        >
          {side.patientName}
        </button>
        <Badge small tone={becomes === "stays" ? "new" : "plain"}>
          {becomes}
        </Badge>
        {side.isArchived && <Badge small>Archived</Badge>}
      </p>
      <p className="text-sm text-ink-2 tabular-nums wrap-anywhere">
        {side.admissionNo} · since {formatDay(manilaDay(new Date(side.createdAt)))} ·{" "}
        {consultationsInWords(side.consultations)}
      </p>
    </div>
  );
}

/** A field without a choice. */
function PlainField({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: nothing in it is entered
    <div
      role="group"
      aria-label={label}
      data-print="whole"
      className={cx(columns, "border-t border-line max-md:px-4 max-md:py-2")}
    >
      <Label>{label}</Label>
      {children}
      {note && (
        <p className="px-3 pb-2 text-sm text-ink-3 max-md:px-0 md:col-span-2 md:col-start-2">{note}</p>
      )}
    </div>
  );
}

const Label = ({ children }: { children: string }) => (
  <p aria-hidden="true" className="py-2.5 text-sm text-ink-2 wrap-anywhere max-md:py-1 md:px-4">
    {children}
  </p>
);

/** `of`: the record's name, for users who cannot see the columns. */
function Value({ of, stays = false, children }: { of: string; stays?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0 md:p-1">
      <div
        className={cx(
          "flex h-full gap-2 py-1.5 wrap-anywhere whitespace-pre-line md:px-2 max-md:py-1",
          stays && "rounded-sm border-l-3 border-l-brand-ring bg-brand-wash font-medium max-md:px-2",
        )}
      >
        <span className="sr-only">{of}: </span>
        <span className="min-w-0">{children}</span>
      </div>
    </div>
  );
}

function ChosenField({
  field,
  preview,
  chosen,
  onChoose,
}: {
  field: Compared;
  preview: MergePreview;
  chosen: Side;
  onChoose: (side: Side) => void;
}) {
  const name = useId();
  const label = labelOf(field.field);
  return (
    <fieldset
      data-print="whole"
      className={cx(columns, "min-w-0 border-t border-line max-md:px-4 max-md:py-2")}
    >
      <legend className="sr-only">{label}</legend>
      <Label>{label}</Label>
      {sides.map((side) => (
        <div key={side} className="min-w-0 md:p-1">
          <label
            className={cx(
              "flex h-full cursor-pointer items-start gap-2.5 rounded-sm border-l-3 px-2 py-1.5 max-md:min-h-touch max-md:items-center",
              chosen === side
                ? "border-l-brand-ring bg-brand-wash font-medium"
                : "border-l-transparent hover:bg-paper",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              className={cx(checkClass, "rounded-full max-md:mt-0")}
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">
              <span className="sr-only">{nameOf(preview, side)}: </span>
              {shown(field, side, preview)}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
