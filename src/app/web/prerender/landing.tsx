import "../styles/public.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { whenRefused } from "#web/data/api.ts";
import { surviveTranslation } from "#web/survive-translation.ts";
import { readSuspension, suspend } from "#web/suspension.ts";
import { LandingPage } from "../pages/landing/LandingPage.tsx";

// The only relevant refusal here: a right password of a suspended clinic.
whenRefused(({ body }) => {
  if (body.suspended) suspend(readSuspension(body.clinic));
});

surviveTranslation();
const root = document.getElementById("root");
const page = (
  <StrictMode>
    <LandingPage />
  </StrictMode>
);
if (root?.firstElementChild) hydrateRoot(root, page);
// The development server sends an empty page.
else if (root) createRoot(root).render(page);
