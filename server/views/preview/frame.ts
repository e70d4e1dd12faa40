// The document that the dashboard shows the preview in. Its policy gives it an opaque origin and one script, our own.
import { hash } from 'node:crypto';
import { html, trusted } from '../html.ts';
import { frameScript } from './frame-script.ts';

/** Relative URLs of a page belong to the pages' origin. */
export function previewFrame(pages: string): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<base href="${pages}/">
<style id="page-style"></style>
<script>${trusted(frameScript)}</script>
</head>
<body></body>
</html>
`);
}

/** Backgrounds can be on any host over HTTPS, as on the page itself. */
export function previewFramePolicy(pages: string): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'sha256-${hash('sha256', frameScript, 'base64')}'`,
    "style-src 'unsafe-inline'",
    `img-src ${pages} https:`,
    `media-src ${pages} https:`,
    `font-src ${pages}`,
    `base-uri ${pages}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}
