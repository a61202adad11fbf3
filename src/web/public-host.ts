/** The product's public host, PUBLIC_URL's if set: a clinic's subdomain is prepended to it. */
export function publicHost(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="public-host"]')?.content;
  return (told || location.host).replace(/^www\./, "");
}
