import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import type { Root } from "react-dom/client";
import { watchFirstAnswers, whenIdle } from "#web/data/first-answers.ts";
import { forgetFirstCalls } from "#web/data/first-calls.ts";
import { newQueryClient } from "#web/data/query-client.ts";
import { currentUserQuery, startSession, whenWiped } from "#web/data/session.tsx";
import { clearDrafts } from "#web/drafts/clear-drafts.ts";
import type { LazyPart } from "#web/lazy-part.ts";
import { clearOfflineCache } from "#web/offline/clear-cache.ts";
import { startOffline } from "#web/offline/start-offline.ts";
import { storedTheme } from "#web/storage-keys.ts";
import { syncAddress } from "#web/sync-address.ts";
import { applyBrand } from "#web/theme.ts";
import { newRouter } from "./router.tsx";

/** ms. When the code takes longer, the page says what it waits for. */
const mostToWait = 3000;

/** The application for signed-in users. */
export function startApp(root: Root): void {
  applyBrand(storedTheme());
  const queries = newQueryClient();
  startSession(queries);
  whenWiped(clearDrafts);
  whenWiped(clearOfflineCache);
  watchFirstAnswers(queries);
  void whenIdle().then(forgetFirstCalls);
  startOffline();
  // Fetched before the first component renders.
  void queries.prefetchQuery(currentUserQuery);
  const router = newRouter();
  syncAddress(router.history);
  const render = () =>
    // In steps, between which a slow phone can respond to its user.
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  // Rendered before its page's code has loaded, React would show a fallback, and delay the page by 300 ms.
  const [routes] = router.getMatchedRoutes(router.history.location.pathname);
  const parts = routes.map(({ options }) => options.component as Partial<LazyPart> | undefined);
  const isFetched = Promise.all(parts.map((part) => part?.preload?.()));
  void Promise.race([isFetched, new Promise((resolve) => setTimeout(resolve, mostToWait))]).then(render);
}
