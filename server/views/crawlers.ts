// The texts of robots.txt, the sitemaps and llms.txt.
import { type AddressedAccount, pageUrl } from '../../contract/page/page-address.ts';
import { day, type Micros } from '../../contract/time.ts';
import { html } from './html.ts';

export function robotsText(origin: string): string {
  return `User-agent: *
Disallow: /api/
Allow: /api/v1/openapi.json

Sitemap: ${origin}/sitemap.xml
`;
}

/** The index of all sitemaps. */
export function sitemapIndex(origin: string, count: number): string {
  const sitemaps = Array.from({ length: count }, (_, index) => {
    return html`<sitemap><loc>${origin}/sitemap/${index + 1}.xml</loc></sitemap>\n`;
  });
  return html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps}</sitemapindex>
`.toString();
}

export function sitemap(origin: string, pages: readonly (AddressedAccount & { updatedAt: Micros })[]): string {
  const urls = pages.map((page) => {
    return html`<url><loc>${pageUrl(origin, page)}</loc><lastmod>${day(page.updatedAt)}</lastmod></url>\n`;
  });
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`.toString();
}

export function guideForModels(origin: string): string {
  return `# Fingerpost

> A service that hosts one page of links per account holder, counts visits without following visitors, and opens all of it through a REST API.

Pages are complete HTML without scripts. Each belongs to the person it names, who wrote what is on it.

## Pages

- \`${origin}/{username}\`: a page, with its description as JSON-LD
- \`${origin}/{username}/{slug}\`: one of its links; redirects to where it leads
- \`${origin}/{username}/qr.svg\`, \`${origin}/{username}/{slug}/qr.svg\`: the same as QR codes; \`.png\` as well
- [Sitemap](${origin}/sitemap.xml): every page whose owner lets it be listed

## API

- [Reference](${origin}/docs): every endpoint, with examples
- [OpenAPI document](${origin}/api/v1/openapi.json): the same for programs

An account holder reads and changes their own account with a key, sent as \`Authorization: Bearer fp_…\`.
`;
}
