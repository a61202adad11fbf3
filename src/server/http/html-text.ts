/** Text as the value of an HTML attribute in double quotes. */
export const inAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
