let frame: HTMLIFrameElement | null = null;

/** Prints a few lines on a page of their own. */
export function printText(title: string, text: string): void {
  frame?.remove();
  frame = document.createElement("iframe");
  frame.title = "Page to print";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = "position:fixed;right:0;bottom:0;width:1px;height:1px;border:0;opacity:0";
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.title = title;
  const heading = page.createElement("h1");
  heading.textContent = title;
  const body = page.createElement("pre");
  body.textContent = text;
  body.style.cssText = "font:14pt/1.8 ui-monospace,monospace;white-space:pre-wrap";
  page.body.append(heading, body);
  view.print();
}
