// A page of ours where an account's own cannot be shown, or not yet: one sentence, and a way on.
import { type Html, html, trusted } from '../html.ts';
import { pagePolicy } from './policy.ts';

export interface Notice {
  title: string;
  text: string | Html;
  action?: { label: string; href: string } | undefined;
}

const style = '';

export function renderNotice({ title, text, action }: Notice): { html: string; policy: string } {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${action && html`<p><a href="${action.href}" rel="noopener noreferrer">${action.label}</a></p>`}
</main>
</body>
</html>
`;
  return { html: String(document), policy: pagePolicy({ styles: [style] }) };
}
