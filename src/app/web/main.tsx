import "#web/refuse-old-browser.ts";
import { createRoot } from "react-dom/client";
import { isTooOld } from "#web/old-browser.ts";
import { prerenderedPageId } from "#web/prerendered-page.ts";
import { activeUserEmail } from "#web/storage-keys.ts";
import { surviveTranslation } from "#web/survive-translation.ts";
import { rootOptions, watchErrors } from "#web/watch-errors.ts";

surviveTranslation();
watchErrors();

// Set by the server, which sees the cookie, and by this browser's storage.
const isSignedIn = "signedIn" in document.documentElement.dataset || activeUserEmail() !== null;

const element = isTooOld() ? null : document.getElementById("root");
if (element && isSignedIn) {
  document.getElementById(prerenderedPageId)?.remove();
  element.removeAttribute("hidden");
  void import("./application.ts").then(({ startApp }) =>
    // A separate task, so that the browser can respond in between.
    setTimeout(() => startApp(createRoot(element, rootOptions))),
  );
} else if (element) {
  void import("./start-sign-in.tsx").then(({ startSignIn }) => startSignIn(createRoot(element, rootOptions)));
}
