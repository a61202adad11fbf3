import "./styles/main.css";
import { createRoot } from "react-dom/client";
import { drawnPageId } from "./small-form.ts";
import { startSignIn } from "./start-sign-in.tsx";
import { activeUserEmail } from "./storage-keys.ts";

const element = document.getElementById("root");
if (element) {
  const root = createRoot(element);
  // Marked by the server, which sees the cookie, and by what this browser keeps.
  const isSignedIn = "signedIn" in document.documentElement.dataset || activeUserEmail() !== null;
  if (isSignedIn || !startSignIn(root)) {
    if (isSignedIn) document.getElementById(drawnPageId)?.remove();
    if (isSignedIn) element.removeAttribute("hidden");
    void import("./start-app.tsx").then(({ startApp }) => startApp(root));
  }
}
