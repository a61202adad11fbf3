import "#web/refuse-old-browser.ts";
import "./simplified.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { isTooOld } from "#web/old-browser.ts";
import { surviveTranslation } from "#web/survive-translation.ts";
import { SimplifiedPage } from "./SimplifiedPage.tsx";

surviveTranslation();
const root = isTooOld() ? null : document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <SimplifiedPage />
    </StrictMode>,
  );
