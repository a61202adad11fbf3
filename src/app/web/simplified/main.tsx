import "./simplified.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { surviveTranslation } from "#web/survive-translation.ts";
import { SimplifiedPage } from "./SimplifiedPage.tsx";

surviveTranslation();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <SimplifiedPage />
    </StrictMode>,
  );
