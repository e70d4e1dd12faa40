// Every path and URL of a page and its parts is built here, so that a host per account would change only this file.

/** The owner of the page. */
export interface AddressedAccount {
  readonly username: string;
}

/** A link is identified by its slug, a form and a contact card by the id of their block. */
export type PagePart = { link: string } | { form: number } | { contact: number };

/** Without a part, the path of the page itself. */
export function pagePath({ username }: AddressedAccount, part?: PagePart): string {
  const page = `/${encodeURIComponent(username)}`;
  if (part === undefined) return page;
  if ('link' in part) return `${page}/${encodeURIComponent(part.link)}`;
  if ('form' in part) return `${page}/forms/${part.form}`;
  return `${page}/contact/${part.contact}.vcf`;
}

/** `origin` is that of the service, such as `https://links.example`. */
export function pageUrl(origin: string, account: AddressedAccount, part?: PagePart): string {
  return origin + pagePath(account, part);
}
