// Whose page it is.
import type { Page } from '../../../contract/page/page.ts';
import { type Html, html } from '../html.ts';

export function pageHeader({ avatar, name, username, bio }: Page): Html {
  return html`<header>
<img src="${avatar}" alt="" width="96" height="96">
<h1 dir="auto">${name || username}</h1>
${bio !== '' && html`<p dir="auto">${bio}</p>`}
</header>`;
}
