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
  const links = page.blocks.flatMap(({ items }) =>
    items.flatMap(({ link }) => (link && isPublic(link) ? link.url : [])),
  );
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
    significantLink: someOf(links),
  });
}

function isPublic({ url, isSensitive }: { url: string; isSensitive: boolean }): boolean {
  return !isSensitive && /^https?:/.test(url);
}

function someOf(addresses: readonly string[]): string[] | undefined {
  return addresses.length > 0 ? [...new Set(addresses)].slice(0, MAX_LINKS) : undefined;
}

function script(data: object): Html {
  return html`<script type="application/ld+json">${trusted(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`;
}
