import "./simplified.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SimplifiedPage } from "./SimplifiedPage.tsx";

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <SimplifiedPage />
    </StrictMode>,
  );
