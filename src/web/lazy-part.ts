import { type ComponentType, type FunctionComponent, lazy } from "react";

/** A part of a page that is fetched when it is first shown, or before, on a sign that it will be. */
type LazyPart<Props> = FunctionComponent<Props> & { preload: () => void };

/** Put a Suspense around it. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props> ? LazyPart<Props> : never {
  const loaded = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return Object.assign(loaded, { preload: () => void load().catch(() => undefined) }) as never;
}
