/**
 * Replaces the package `punycode.js`, of which the Markdown parser uses two functions. The browser knows how a host's
 * name is written in ASCII. A name that is in ASCII stays so: its letters may look like those of another host.
 */
function toASCII(host: string): string {
  return URL.parse(`http://${host}`)?.hostname || host;
}

function toUnicode(host: string): string {
  return host;
}

// biome-ignore lint/style/noDefaultExport: the package has one
export default { toASCII, toUnicode };
