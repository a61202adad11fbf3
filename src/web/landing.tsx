import "./styles/main.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { LandingPage } from "./pages/LandingPage.tsx";

const root = document.getElementById("root");
const page = (
  <StrictMode>
    <LandingPage />
  </StrictMode>
);
// The development server sends the page empty.
if (root) root.firstElementChild ? hydrateRoot(root, page) : createRoot(root).render(page);
