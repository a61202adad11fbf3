import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import type { Root } from "react-dom/client";
import { forgetDrafts } from "./drafts/forget-drafts.ts";
import { holdAddress } from "./held-address.ts";
import { forgetKept } from "./offline/forget-kept.ts";
import { startOffline } from "./offline/start-offline.ts";
import { newQueryClient } from "./query-client.ts";
import { newRouter } from "./router.tsx";
import { currentUserQuery, startSession, whenWiped } from "./session.tsx";
import { storedTheme } from "./storage-keys.ts";
import { applyBrand } from "./theme.ts";

/** The application behind the sign-in. */
export function startApp(root: Root): void {
  const theme = storedTheme();
  if (theme) applyBrand(theme);
  const queries = newQueryClient();
  startSession(queries);
  whenWiped(forgetDrafts);
  whenWiped(forgetKept);
  startOffline(firstAnswers(queries));
  // Asked before the first component is drawn.
  void queries.prefetchQuery(currentUserQuery);
  const router = newRouter();
  holdAddress(router.history);
  // In pieces, between which a slow phone answers its user.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

const restsFor = 200;
const mostToWait = 5000;

/** Resolves when the first screen has what it asked for: nothing has been under way for a moment. */
function firstAnswers(queries: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    let rest: ReturnType<typeof setTimeout>;
    const done = () => {
      stop();
      clearTimeout(rest);
      resolve();
    };
    const stop = queries.getQueryCache().subscribe(() => {
      clearTimeout(rest);
      if (queries.isFetching() === 0) rest = setTimeout(done, restsFor);
    });
    setTimeout(done, mostToWait);
  });
}
