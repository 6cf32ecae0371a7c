// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop some of these from addresses
const BLANK = /[\x00-\x20\x7f-\x9f]/;
const SCHEME = /^(?:https?:\/\/[^/?#]|mailto:)/i;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/;

/** True if a reader of a page may follow the address: the web and mail, nothing else. */
export function isSafeLink(address: string): boolean {
  return SCHEME.test(address) && !BLANK.test(address);
}

/** True for a page beside this one, by a name that can be nothing else. */
export function isFileName(address: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,119}\.(?:html|md|txt|jsonl)$/.test(address);
}

/** True if the address holds the whole image, of a kind that cannot hold a script. */
export function isImageData(address: string): boolean {
  return IMAGE_DATA.test(address);
}

/** The host that a link leads to: `example.org` of `https://me@example.org:8080/x`. Empty if there is none. */
export function linkHost(address: string): string {
  const [, authority = ''] = /^[a-z][a-z0-9+.-]{0,30}:\/\/([^/?#\\]*)/i.exec(address) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host !== '') return host;
  return /^mailto:/i.test(address) ? (address.slice('mailto:'.length).split('?')[0] ?? '') : '';
}
