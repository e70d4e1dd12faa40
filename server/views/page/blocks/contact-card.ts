// A contact card with a vCard download, and microformat classes for machines.

import type { BlockContent } from '../../../../contract/blocks/index.ts';
import { mailAddress, phoneAddress, webAddress } from '../../../../contract/page/addresses.ts';
import { pagePath } from '../../../../contract/page/page-address.ts';
import { i18nFor } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { type IconName, icon } from '../pictures/icons.ts';
import type { BlockView } from './view.ts';

export const contactCard: BlockView<'contact_card'> = {
  isUntitled: true,
  render({ id, name, subheading, content }, page) {
    const i18n = i18nFor(page.language);
    const lines = linesOf(content);
    const sub = subheading?.trim();
    if (lines.length === 0 && content.organisation.trim() === '') return undefined;
    return html`<div class="h-card card"><h2 class="p-name" dir="auto">${name?.trim() || page.name || page.username}</h2>${sub && html`<p class="sub p-job-title" dir="auto">${sub}</p>`}${content.organisation.trim() !== '' && html`<p class="p-org" dir="auto">${content.organisation}</p>`}${lines.length > 0 && html`<ul role="list">${lines}</ul>`}<a class="btn" href="${pagePath(page, { contact: id })}">${icon('person')}${i18n.t('Save contact')}</a></div>`;
  },
  style: `
.h-card{padding:1.5rem}
.h-card ul{list-style:none;margin:.75rem 0;padding:0}
.h-card li{display:flex;align-items:center;gap:.75rem;min-block-size:2.75rem}
.h-card li>:last-child{min-inline-size:0}
.h-card li a{padding-block:.6rem;color:inherit}
`,
};

function linesOf({ email, phone, address, website }: BlockContent<'contact_card'>): Html[] {
  return [
    line('phone', 'p-tel', phone, phoneAddress(phone)),
    line('email', 'u-email', email, mailAddress(email)),
    line('website', 'u-url', withoutScheme(website), webAddress(website)),
    line('pin', 'p-adr', address, undefined),
  ].filter((drawn) => drawn !== undefined);
}

function line(sign: IconName, name: string, text: string, href: string | undefined): Html | undefined {
  if (text.trim() === '') return undefined;
  return html`<li>${icon(sign)}${href ? html`<a class="${name}" href="${href}" rel="noopener" dir="auto">${text}</a>` : html`<span class="${name}" dir="auto">${text}</span>`}</li>`;
}

function withoutScheme(website: string): string {
  return website.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}
