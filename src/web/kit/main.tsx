import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "#web/styles/main.css";
import { KitPage } from "./KitPage.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  );
}
