import { Button } from "#web/ui/Button.tsx";

/** Links that choose another way to confirm the user's identity. */
export const OtherWays = <Way extends string>({
  others,
  names,
  onChoose,
}: {
  others: readonly Way[];
  names: Record<Way, string>;
  onChoose: (way: Way) => void;
}) =>
  others.map((other) => (
    <Button key={other} variant="link" onClick={() => onChoose(other)}>
      {names[other]}
    </Button>
  ));
