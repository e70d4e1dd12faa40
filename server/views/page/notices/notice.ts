// A notice instead of an account's page: a signpost, a sentence and links.
import type { I18n } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { pagePolicy } from '../policy.ts';
import type { PageTheme } from '../style/plain-colours.ts';
import { renderOwnPage } from './layout.ts';
import { noticeStyle } from './notice-style.ts';

export interface Notice {
  title: string;
  /** Text is escaped; markup must be our own. */
  text: string | Html;
  /** The primary link, or a button that posts one field to the same address. */
  action?: Way | Button | undefined;
  /** The secondary link. */
  otherwise?: Way | undefined;
  /** The label of the signpost: the status code, a warning or a success. */
  sign?: number | 'care' | 'done' | undefined;
}

interface Button {
  label: string;
  field: { name: string; value: string };
}

interface Way {
  label: string;
  href: string;
}

/** In the theme of the page that it belongs to, or of the service. */
export function renderNotice(notice: Notice, i18n: I18n, page?: PageTheme): { html: string; policy: string } {
  const { title, text, action, otherwise, sign } = notice;
  const main = html`${signpost(sign)}
<h1 dir="auto">${title}</h1>
<p dir="auto">${text}</p>
${(action || otherwise) && ways(action, otherwise)}`;
  const style = noticeStyle(page, `${title} ${main}`);
  return { html: renderOwnPage({ i18n, title, style, main }), policy: pagePolicy({ styles: [style] }) };
}

function ways(action: Notice['action'], otherwise: Notice['otherwise']): Html {
  const second = otherwise && way(otherwise, 'or');
  if (action === undefined || 'href' in action)
    return html`<p class="ways">${action && way(action, 'go')}${second}</p>`;
  const { label, field } = action;
  return html`<form class="ways" method="post"><button class="go" name="${field.name}" value="${field.value}">${label}</button>${second}</form>`;
}

/** Without a referrer for the target. */
function way({ label, href }: Way, kind: string): Html {
  return html`<a class="${kind}" href="${href}" rel="noopener noreferrer">${label}</a>`;
}

function signpost(sign: Notice['sign']): Html {
  return html`<svg viewBox="0 0 200 170" width="200" height="170" aria-hidden="true">
<ellipse class="ground" cx="100" cy="160" rx="62" ry="7"/>
<path class="post" d="M94 12a6 6 0 0 1 12 0v146a6 2 0 0 1-12 0Z"/>
<path class="lower" d="M152 88H62a4 4 0 0 0-3 1L41 105a4 4 0 0 0 0 6l18 16a4 4 0 0 0 3 1h90a6 6 0 0 0 6-6V94a6 6 0 0 0-6-6Z"/>
<path class="arm" d="M46 26h96a5 5 0 0 1 4 1l20 20a5 5 0 0 1 0 6l-20 20a5 5 0 0 1-4 1H46a7 7 0 0 1-7-7V33a7 7 0 0 1 7-7Z"/>
${lettering(sign)}</svg>`;
}

function lettering(sign: Notice['sign']): Html {
  if (sign === 'done') return html`<path class="tick" d="m80 51 12 12 24-26"/>`;
  if (sign === 'care') return html`<path class="tick" d="M98 36v16m0 10v1"/>`;
  if (sign === undefined) return html`<path class="tick" d="M66 50h56m-14-13 14 13-14 13"/>`;
  return html`<text x="97" y="60" text-anchor="middle">${sign}</text>`;
}
