// Loaded into each page before its own scripts. Planted scripts call `hit`; violations of the page's policy are reported
// as well; `lookForScripts` reads the whole page for the texts and for elements made of them.
// Plain JavaScript, as the browser runs it.
(() => {
  const payload = /hit\(|\\u0068it|&#104;it/;
  const addressed = /^(src|srcdoc|href|xlink:href|action|formaction|data)$/i;
  const runs = /^(script|style|iframe|object|link|animate|set)$/;
  const printed = [];

  window.hit = (place) => window.tellProof("executed", `hit(${place})`);
  window.print = () => printed.push(document.body.textContent);
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    window.tellProof("report", `${violatedDirective} ${blockedURI} ${sample}`),
  );

  const plain = (value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value;
    }
  };

  const isActive = (name, value) =>
    /^on/i.test(name) ||
    (addressed.test(name) && /^(javascript|data:text|vbscript|<)/i.test(value.replaceAll(/[\s\0]/g, "")));

  window.lookForScripts = () => {
    const texts = [document.title, document.body.textContent];
    const elements = [];
    for (const element of document.querySelectorAll("*")) {
      const { localName, textContent, value: typed } = element;
      if (typeof typed === "string") texts.push(typed);
      if (runs.test(localName) && payload.test(textContent)) elements.push(`<${localName}>`);
      for (const { name, value } of element.attributes) {
        if (payload.test(name)) elements.push(`<${localName} ${name}>`);
        if (!payload.test(plain(value))) continue;
        if (isActive(name, value)) elements.push(`<${localName} ${name}="${value.slice(0, 80)}">`);
        else texts.push(value);
      }
    }
    return { says: [...texts, ...printed].join("\n"), elements };
  };
})();
