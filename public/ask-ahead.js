// What the first screen needs is asked for while its code is still on the way (src/web/asked-ahead.ts takes it). The
// server puts this into the pages of who is signed in; a suspended clinic is asked nothing.
try {
  const { pathname, search } = location;
  if (!sessionStorage.getItem("suspensionInfo")) {
    const token = localStorage.getItem(`userToken_${localStorage.getItem("activeUserEmail")}`);
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const answers = {};
    globalThis.askedAhead = { token, askedAt: performance.now(), answers };
    const ask = (address) => {
      const answer = fetch(address, { headers, credentials: "include", cache: "no-store" });
      answer.catch(() => undefined);
      answers[address] = answer;
      return answer;
    };
    const firstOf = {
      "/dashboard": [
        "/api/dashboard/stats",
        "/api/consultations/today",
        "/api/patients?limit=6",
        "/api/tasks?status=Pending&limit=3",
        "/api/referrals/waiting-count",
      ],
      "/patients": ["/api/patients?limit=25", "/api/patients/counts"],
    };
    const ofRecord = [
      "",
      "/vital-signs?limit=60",
      "/prescriptions?limit=20",
      "/files",
      "/consultations?limit=20",
      "/referrals?limit=10",
    ];
    ask("/api/auth/me")
      .then((answer) => (answer.ok ? answer.clone().json() : {}))
      .then(({ role, passwordChanged }) => {
        const asked = new URLSearchParams(search);
        const isFirst = [...asked.keys()].every((name) => name === "open" || name === "patient");
        // The owner may make all of these calls. Others wait until the page knows what they may.
        if (role !== "owner" || !passwordChanged || !isFirst) return;
        const id = Number(asked.get("patient"));
        // A record covers the page it lies on, which is read once the browser has nothing else to do.
        if (asked.get("open") === "details" && Number.isSafeInteger(id) && id > 0)
          for (const rest of ofRecord) ask(`/api/patients/${id}${rest}`);
        else for (const address of firstOf[pathname] ?? []) ask(address);
      })
      .catch(() => undefined);
  }
} catch {}
