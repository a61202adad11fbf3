import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./gallery.css";
import { GalleryPage } from "./GalleryPage.tsx";

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <GalleryPage />
    </StrictMode>,
  );
}
