// The layout of the service's own pages: not indexed, with a link to the home page.
import { type Content, type Html, html, trusted } from '../../html.ts';

interface OwnPage {
  title: Content;
  style: string;
  main: Html;
}

export function renderOwnPage({ title, style, main }: OwnPage): string {
  return String(html`<!doctype html>
<html lang="en">
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
