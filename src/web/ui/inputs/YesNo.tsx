import { RadioGroup, type RadioGroupProps } from "./RadioGroup.tsx";

interface YesNoProps
  extends Omit<RadioGroupProps, "options" | "value" | "defaultValue" | "onChange" | "ref"> {
  value: boolean | null | undefined;
  onChange: (value: boolean) => void;
}

/** A yes/no question without a default. */
export function YesNo({ value, onChange, ...rest }: YesNoProps) {
  return (
    <RadioGroup
      inline
      {...rest}
      options={["Yes", "No"]}
      value={value === true ? "Yes" : value === false ? "No" : ""}
      onChange={(event) => onChange(event.target.value === "Yes")}
    />
  );
}
