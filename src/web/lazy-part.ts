import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from "react";

/** A page, or a part of one, that is loaded when it is first shown, or preloaded. */
export type LazyPart<Props = object> = FunctionComponent<Props> & { preload: () => Promise<void> };

/** ms. After a failure React renders the part again, which finds the failure; the next opening retries. */
const retryAfter = 1000;

/**
 * Needs a Suspense around it. A part that is already loaded renders without suspending: React would show the
 * fallback first, and delay what follows by 300 ms.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props> ? LazyPart<Props> : never {
  type Part = { default: ComponentType<object> };
  let known: Part["default"] | undefined;
  let fetching: Promise<Part> | undefined;
  const fetchPart = (): Promise<Part> => (fetching ??= fetchAnew());
  const fetchAnew = async (): Promise<Part> => {
    try {
      known = (await load())[name] as Part["default"];
      return { default: known };
    } catch (error) {
      setTimeout(() => {
        fetching = undefined;
        Awaited = lazy(fetchPart);
      }, retryAfter);
      throw error;
    }
  };
  let Awaited = lazy(fetchPart);
  // The component of the first render: another one later would remount it.
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where its module is read
  const PartNow = (props: object) => createElement(useState(() => known ?? Awaited)[0], props);
  return Object.assign(PartNow, { preload: () => fetchPart().catch(() => undefined) }) as never;
}
