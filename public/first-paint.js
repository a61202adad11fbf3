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
