import { type ComponentType, createElement, type FunctionComponent, useEffect, useState } from "react";

/**
 * A part that is fetched when it is first opened, and drawn as soon as it is there: React holds back for 300 ms what
 * comes in the place of a Suspense's fallback, and so long a key would go to what lies under a dialog. Until then
 * `Meanwhile` stands there, or nothing.
 */
export function latePart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Meanwhile?: ComponentType,
): Module[Name] extends ComponentType<infer Props> ? FunctionComponent<Props> : never {
  type Part = ComponentType<object>;
  let fetched: Part | undefined;
  const LatePart = (props: object) => {
    const [Now, setNow] = useState(() => fetched);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Now) return;
      let isGone = false;
      load().then(
        (parts) => {
          fetched = parts[name] as Part;
          if (!isGone) setNow(() => fetched);
        },
        (error: unknown) => {
          if (!isGone) setFailure({ error });
        },
      );
      return () => {
        isGone = true;
      };
    }, [Now]);
    // What cannot be fetched is told where every other failure of drawing is.
    if (failure) throw failure.error;
    if (Now) return createElement(Now, props);
    return Meanwhile ? createElement(Meanwhile) : null;
  };
  return LatePart as never;
}
