import "./styles/main.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { newQueryClient } from "./query-client.ts";
import { newRouter } from "./router.tsx";
import { currentUserQuery, startSession } from "./session.tsx";
import { drawnPageId } from "./small-form.ts";
import { storedTheme, takeCarriedToast } from "./storage-keys.ts";
import { applyBrand } from "./theme.ts";
import { notify } from "./ui/notify.ts";

const theme = storedTheme();
if (theme) applyBrand(theme);

const queries = newQueryClient();
startSession(queries);
// Asked before the first component is drawn.
void queries.prefetchQuery(currentUserQuery);

const root = document.getElementById("root");
// Who is signed in sees the spinner at once; the drawn sign-in page was never shown.
if ("signedIn" in document.documentElement.dataset) {
  document.getElementById(drawnPageId)?.remove();
  root?.removeAttribute("hidden");
}
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={newRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );

const carried = takeCarriedToast();
if (carried) notify({ kind: "success", ...carried });
