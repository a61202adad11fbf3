// Before the first paint: a drawn sign-in page is not shown to who is signed in already.
try {
  if (localStorage.getItem("activeUserEmail")) document.documentElement.dataset.signedIn = "";
} catch {}
