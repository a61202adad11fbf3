// Begins the calls of the first screen before the code that reads their answers has arrived. The server puts it into a
// signed-in page with the addresses that the session may call, and allows it by its hash; #web/data/first-calls.ts
// takes the answers.
{
  const begun = new Map();
  try {
    // A stored suspension is shown without a call.
    const isSuspended = sessionStorage.getItem("suspensionInfo") !== null;
    const token = localStorage.getItem(`userToken_${localStorage.getItem("activeUserEmail")}`);
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    for (const address of isSuspended ? [] : document.currentScript.dataset.calls.split(" ")) {
      const answer = fetch(address, { headers, credentials: "include", cache: "no-store" });
      // Whoever takes it handles a failure.
      answer.catch(() => undefined);
      begun.set(address, answer);
    }
  } catch {
    // Storage is forbidden: the application asks by itself.
  }
  globalThis.firstCalls = begun;
}
