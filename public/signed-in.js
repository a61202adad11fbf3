// Before the first paint: a drawn login page is not shown to who is signed in already, nor to who asked to sign up.
try {
  const { dataset } = document.documentElement;
  if (localStorage.getItem("activeUserEmail")) dataset.signedIn = "";
  if (location.search.includes("tab=sign-up")) dataset.signsUp = "";
} catch {}
