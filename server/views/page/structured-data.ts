// Structured data (JSON-LD) about the owner. Browsers do not run it, so the Content-Security-Policy does not apply. `<`
// is escaped, so that no text can end the script element.
import type { Page } from '../../../contract/page/page.ts';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { type Html, html, trusted } from '../html.ts';
import { ownAvatar } from './pictures/own-picture.ts';

/** Keeps long pages from doubling in size. */
const MAX_LINKS = 20;

export function structuredData(page: Page, sameAs: readonly string[]): Html {
  const { origin, username, name, bio, seo } = page;
  const address = pageUrl(origin, page);
  return script({
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: address,
    name: seo.title,
    description: seo.description || undefined,
    mainEntity: {
      '@type': 'Person',
      name: name || username,
      alternateName: username,
      description: bio || undefined,
      image: `${origin}${ownAvatar(page)}`,
      url: address,
      sameAs: someOf(sameAs),
    },
    significantLink: someOf(publicLinks(page)),
  });
}

function isPublic({ url, isSensitive }: { url: string; isSensitive: boolean }): boolean {
  return !isSensitive && /^https?:/.test(url);
}

function* publicLinks({ blocks }: Page): Generator<string> {
  for (const { items } of blocks) {
    for (const { link } of items) if (link && isPublic(link)) yield link.url;
  }
}

/** The first ones, without duplicates. */
function someOf(addresses: Iterable<string>): string[] | undefined {
  const some = new Set<string>();
  for (const address of addresses) {
    some.add(address);
    if (some.size === MAX_LINKS) break;
  }
  return some.size > 0 ? [...some] : undefined;
}

function script(data: object): Html {
  return html`<script type="application/ld+json">${trusted(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;
}
