// Runs before the first paint of a drawn page, and before the code that makes it work has arrived.
const { dataset } = document.documentElement;
try {
  // A drawn login page is not shown to who is signed in already, nor to who asked to sign up.
  if (localStorage.getItem("activeUserEmail")) dataset.signedIn = "";
  if (location.search.includes("tab=sign-up")) dataset.signsUp = "";
} catch {}
// A form sent too early would leave the page with what was typed; it is sent when the page is ready instead.
document.addEventListener(
  "submit",
  (event) => {
    if ("ready" in dataset) return;
    event.preventDefault();
    dataset.pressed = "";
  },
  true,
);
// So is a press on a tab, or on the button that opens the login.
document.addEventListener(
  "click",
  (event) => {
    if ("ready" in dataset) return;
    const early = event.target.closest("[data-early]");
    if (early) dataset.early = early.dataset.early;
  },
  true,
);
// A drawn page is read before it is used: until it is painted, its code leaves the line to it. The server says which.
const { entry, parts } = document.currentScript.dataset;
let isFetched = false;
const fetchCode = () => {
  if (isFetched) return;
  isFetched = true;
  const script = Object.assign(document.createElement("script"), { type: "module", src: entry });
  const ahead = parts
    .split(" ")
    .map((href) => Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  for (const element of [...ahead, script]) {
    element.crossOrigin = "";
    document.head.append(element);
  }
};
if (entry) {
  // Nothing is painted of a page that is not shown, nor in a tab behind another; an older browser does not say when.
  const isShown = !("signedIn" in dataset || "signsUp" in dataset || document.hidden);
  if (!isShown || !PerformanceObserver.supportedEntryTypes?.includes("paint")) fetchCode();
  else {
    new PerformanceObserver((painted, observer) => {
      if (painted.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      fetchCode();
    }).observe({ type: "paint", buffered: true });
    // However slow the paint, the page must work in the end.
    setTimeout(fetchCode, 3000);
  }
}
