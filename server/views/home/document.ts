// The home page: what this service is, a page of it as it is now, and the ways to sign up and to sign in. One document
// without script; the example is in a frame that runs none either.
import { hash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { faviconSvg } from '../favicon.ts';
import { type Html, html, trusted } from '../html.ts';
import { REFERENCE_PATH } from '../reference/layout.ts';
import { displayFontPath, homeStyle } from './style.ts';

export interface Home {
  /** The pages' origin. */
  origin: string;
  /** URLs of the dashboard. `signUp` is undefined if nobody may sign up. */
  signUp: string | undefined;
  signIn: string;
  /** Whose page is shown; a drawing is shown if there is none. */
  example: string | undefined;
}

export function renderHome(home: Home): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Fingerpost: one page for all your links</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${about}">
<meta name="theme-color" content="#f5f6f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0f1512" media="(prefers-color-scheme: dark)">
<meta property="og:title" content="One page for all your links">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${home.origin}/">
<link rel="canonical" href="${home.origin}/">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${displayFontPath}" as="font" type="font/woff2" crossorigin>
<style>${trusted(homeStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar wide">
<a class="brand" href="/">${mark} Fingerpost</a>
<a class="docs" href="${REFERENCE_PATH}">API</a>
<a class="sign-in" href="${home.signIn}">Sign in</a>
</header>
<main id="content">
<div class="hero wide">
<div>
<h1>All your links. One page of your own.</h1>
<p class="lead">Put everything you share on one page: links, music, videos, dates and forms. See what people open, without following them around.</p>
${home.signUp === undefined ? signInOnly(home.signIn) : claim(home.signUp, home)}
</div>
${stage(home)}
</div>
<section class="reasons wide" aria-labelledby="reasons">
<h2 id="reasons">Easy for you, good for your visitors</h2>
<ul>
${reasons}</ul>
</section>
</main>
<footer class="foot">
<div class="wide">
<p>Made with Fingerpost, free software you can host yourself.</p>
<a href="${REFERENCE_PATH}">API reference</a>
<a href="${home.signIn}">Sign in</a>
</div>
</footer>
</body>
</html>
`.toString();
}

export function homePolicy({ signUp }: Pick<Home, 'signUp'>): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', homeStyle, 'base64')}'`,
    "img-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    signUp === undefined ? "form-action 'none'" : `form-action ${new URL(signUp).origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const about =
  'Put your links, music, videos and forms on one page that is yours. Exact numbers, no cookies, nobody is tracked.';
const mark = trusted(faviconSvg().replace('<svg ', '<svg aria-hidden="true" '));

function claim(signUp: string, { origin, signIn }: Home): Html {
  const { usernameMin, usernameMax } = limits;
  return html`<form class="claim" action="${signUp}" method="get">
<label for="username">Choose your address</label>
<div class="claim-row">
<div class="address"><span id="host">${new URL(origin).host}/</span><input id="username" name="username" type="text" placeholder="yourname" aria-describedby="host" autocapitalize="none" autocomplete="off" spellcheck="false" minlength="${usernameMin}" maxlength="${usernameMax}" pattern="[A-Za-z0-9_\\-]+" title="Letters, digits, - and _"></div>
<button class="go" type="submit">Create your page</button>
</div>
<p class="already">Already have a page? <a href="${signIn}">Sign in</a></p>
</form>`;
}

function signInOnly(signIn: string): Html {
  return html`<p class="claim"><a class="go" href="${signIn}">Sign in to your page</a></p>`;
}

/** The page in the frame comes without scripts and is not counted as a visit. The sandbox keeps it from acting. */
function stage({ origin, example }: Home): Html {
  if (example === undefined) {
    return html`<figure class="stage"><div class="phone"><div class="screen" aria-hidden="true">${drawing}</div></div>
<figcaption>Your page could look like this.</figcaption></figure>`;
  }
  const path = pagePath({ username: example });
  return html`<figure class="stage">
<div class="phone"><div class="screen"><iframe src="${path}" title="The page of ${example}" sandbox="allow-same-origin" loading="lazy" width="390" height="822" inert></iframe></div></div>
<div class="scan"><img src="${path}/qr.svg" alt="" width="104" height="104">Scan to see it on your phone</div>
<figcaption>A live page: <a href="${path}">${new URL(origin).host}${path}</a></figcaption>
</figure>`;
}

const drawing = trusted(
  '<div class="drawn"><i class="face"></i><i class="name"></i><i class="bio"></i><i class="link"></i><i class="link"></i><i class="picture"></i><i class="link"></i></div>',
);

function reason(icon: string, title: string, text: string): Html {
  const svg = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${icon}</svg>`;
  return html`<li>${trusted(svg)}<h3>${title}</h3><p>${text}</p></li>\n`;
}

const reasons = [
  reason(
    '<path d="M12 3a9 9 0 1 0 0 18c1.7 0 2-1.2 1.3-2.2-.8-1.2.1-2.8 1.7-2.8H17a4 4 0 0 0 4-4c0-5-4-9-9-9Z"/><path d="M7.5 11h.01M10 7h.01M15 7.5h.01"/>',
    'It looks like you',
    'Fourteen themes, your own colours and fonts, and blocks for links, pictures, players, dates and forms.',
  ),
  reason(
    '<path d="M4 20V10m6 10V4m6 16v-7m4 7H2"/>',
    'Numbers you can trust',
    'Each visit and click counts once, by day, country and source. Bots are left out.',
  ),
  reason(
    '<path d="M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6Z"/><path d="m9 12 2 2 4-4"/>',
    'Private for everyone',
    'No cookies. Nobody is recognised from one day to the next. Pages load fast and work without JavaScript.',
  ),
  reason(
    '<path d="M12 15V3m0 12-4-4m4 4 4-4"/><path d="M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4"/>',
    'Yours to keep',
    'Take the whole page with you as one file. Everything you can do here, an API can do too.',
  ),
];
