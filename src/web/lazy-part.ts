import { type ComponentType, type FunctionComponent, lazy } from "react";

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
  type Loaded = { default: ComponentType<object> };
  let known: Loaded | undefined;
  const fetchPart = async (): Promise<Loaded> => {
    known = { default: (await load())[name] as ComponentType<object> };
    return known;
  };
  const atOnce = (part: Loaded): PromiseLike<Loaded> => ({
    // biome-ignore lint/suspicious/noThenProperty: a promise that answers while it is asked
    then: (answered) => answered?.(part) as never,
  });
  const part = lazy(() => (known ? atOnce(known) : fetchPart()) as Promise<Loaded>);
  return Object.assign(part, { preload: () => void fetchPart().catch(() => undefined) }) as never;
}
