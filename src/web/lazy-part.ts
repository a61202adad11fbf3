import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";

/** A part of a page that is fetched when it is first shown, or before, on a sign that it will be. */
type LazyPart<Props> = FunctionComponent<Props> & { preload: () => void };

/**
 * Put a Suspense around it. What was fetched before is drawn without waiting: React would show the fallback first, and
 * then hold back what comes after it for 300 ms.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props> ? LazyPart<Props> : never {
  type Part = ComponentType<object>;
  let known: Part | undefined;
  const fetchPart = async (): Promise<{ default: Part }> => {
    known = (await load())[name] as Part;
    return { default: known };
  };
  const Awaited = lazy(fetchPart);
  // As it was when it was first drawn: later another component would be drawn anew in its place.
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  const PartNow = (props: object) => createElement(useState(() => known ?? Awaited)[0], props);
  return Object.assign(PartNow, { preload: () => void fetchPart().catch(() => undefined) }) as never;
}
