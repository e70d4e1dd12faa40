// The layout of the service's own pages: not indexed, with a link to the home page.
import type { I18n } from '../../../i18n/index.ts';
import { type Content, type Html, html, trusted } from '../../html.ts';

interface OwnPage {
  i18n: I18n;
  title: Content;
  style: string;
  main: Html;
}

export function renderOwnPage({ i18n, title, style, main }: OwnPage): string {
  return String(html`<!doctype html>
<html lang="${i18n.language}" dir="${i18n.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${trusted(style)}</style>
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
${main}
</main>
<footer><a href="/">Fingerpost</a></footer>
</body>
</html>
`);
}
