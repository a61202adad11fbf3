/** The host people open the product at, PUBLIC_URL's where it is set: what stands behind a clinic's subdomain. */
export function publicHost(): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="public-host"]')?.content;
  return (told || location.host).replace(/^www\./, "");
}
