// Downloads, with type and size if known.
import type { ItemOf, Page, PageLink } from '../../../../contract/page/page.ts';
import { formatNumber, localeOf } from '../../../i18n/formats.ts';
import { i18nFor } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { icon } from '../pictures/icons.ts';
import { captionText, linkAttributes, sensitiveMark } from './links/link.ts';
import type { BlockView } from './view.ts';

type File = ItemOf<'file'> & { link: PageLink };

export const file: BlockView<'file'> = {
  render({ items }, page) {
    const files = items.filter((item): item is File => item.link !== null);
    if (files.length === 0) return undefined;
    return html`<ul role="list">${files.map((item) => entry(item, page))}</ul>`;
  },
  style: `
.file{justify-content:start;text-align:start}
.file>span:not(.mark){flex:1}
`,
};

function entry(item: File, page: Page): Html {
  const i18n = i18nFor(page.language);
  const { link, element } = item;
  const facts = [kindOf(element.type, link.url), sizeOf(element.bytes, page.language)]
    .filter((fact) => fact !== '')
    .join(' · ');
  return html`<li><a class="btn file"${linkAttributes(link)}>${icon('download')}<span>${captionText(item)}<small><bdi>${facts || i18n.t('Download')}</bdi></small></span>${sensitiveMark(link, page)}</a></li>`;
}

/** Display names of media types. */
const kinds = new Map([
  ['application/msword', 'DOC'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'DOCX'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'XLSX'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PPTX'],
  ['application/epub+zip', 'EPUB'],
  ['audio/mpeg', 'MP3'],
  ['image/svg+xml', 'SVG'],
  ['text/plain', 'TXT'],
]);

/** From the media type or the file extension; empty if neither gives a short name. */
export function kindOf(type: string, address: string): string {
  const [, subtype = ''] = /^[a-z]+\/(?:x-)?([a-z0-9]{1,5})$/.exec(type.toLowerCase()) ?? [];
  const { protocol, pathname } = new URL(address);
  const [, ending = ''] = /^https?:.*\.([a-z0-9]{1,5})$/i.exec(protocol + pathname) ?? [];
  return kinds.get(type.toLowerCase()) ?? (subtype || ending).toUpperCase();
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** In decimal units, as people write them in the language; empty if unknown. */
export function sizeOf(bytes: number, language: string | null): string {
  if (bytes === 0) return '';
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return formatNumber(localeOf(language), size, {
    style: 'unit',
    unit: units[unit]!,
    unitDisplay: unit === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
