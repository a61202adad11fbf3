import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./kit.css";
import { KitPage } from "./KitPage.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  );
}
