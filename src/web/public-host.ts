/** The product's public host, PUBLIC_URL's if set: a clinic's subdomain is prepended to it. */
export function publicHost(): string {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="public-host"]')?.content;
  return (configured || location.host).replace(/^www\./, "");
}
