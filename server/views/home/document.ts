// The home page: what this service is, a page of it as it is now, and the ways to sign up and to sign in. One document
// without script; the example is in a frame that runs none either.
import { hash } from 'node:crypto';
import { type InterfaceLanguage, interfaceLanguages, languageNames } from '../../../contract/languages.ts';
import { limits } from '../../../contract/limits.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { type I18n, i18nFor } from '../../i18n/index.ts';
import { faviconSvg } from '../favicon.ts';
import { fill, type Html, html, trusted } from '../html.ts';
import { REFERENCE_PATH } from '../reference/layout.ts';
import { displayFontPath, homeStyle } from './style.ts';

export interface Home {
  language: InterfaceLanguage;
  /** The address names the language: `/?lang=de`. */
  isChosen: boolean;
  /** The pages' origin. */
  origin: string;
  /** URLs of the dashboard. `signUp` is undefined if nobody may sign up. */
  signUp: string | undefined;
  signIn: string;
  /** Whose page is shown; a drawing is shown if there is none. */
  example: string | undefined;
}

export function renderHome(home: Home): string {
  const i18n = i18nFor(home.language);
  const about = i18n.t(
    'Put your links, music, videos and forms on one page that is yours. Exact numbers, no cookies, nobody is tracked.',
  );
  const query = home.isChosen ? languageQuery(home.language) : '';
  const address = `${home.origin}/${query}`;
  const signIn = home.signIn + query;
  return html`<!doctype html>
<html lang="${i18n.language}" dir="${i18n.dir}">
<head>
<meta charset="utf-8">
<title>${i18n.t('Fingerpost: one page for all your links')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${about}">
<meta name="theme-color" content="#f5f6f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0f1512" media="(prefers-color-scheme: dark)">
<meta property="og:title" content="${i18n.t('One page for all your links')}">
<meta property="og:description" content="${about}">
<meta property="og:url" content="${address}">
<link rel="canonical" href="${address}">
${interfaceLanguages.map((language) => html`<link rel="alternate" hreflang="${language}" href="${home.origin}/${languageQuery(language)}">\n`)}<link rel="alternate" hreflang="x-default" href="${home.origin}/">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="${displayFontPath}" as="font" type="font/woff2" crossorigin>
<style>${trusted(homeStyle)}</style>
</head>
<body>
<a class="skip" href="#content">${i18n.t('Skip to content')}</a>
<header class="bar wide">
<a class="brand" href="/">${mark} Fingerpost</a>
<a class="docs" href="${REFERENCE_PATH}" hreflang="en">API</a>
<a class="sign-in" href="${signIn}">${i18n.t('Sign in')}</a>
</header>
<main id="content">
<div class="hero wide">
<div>
<h1>${i18n.t('All your links. One page of your own.')}</h1>
<p class="lead">${i18n.t('Put everything you share on one page: links, music, videos, dates and forms. See what people open, without following them around.')}</p>
${home.signUp === undefined ? signInOnly(i18n, signIn) : claim(i18n, home.signUp, signIn, home)}
</div>
${stage(i18n, home)}
</div>
<section class="reasons wide" aria-labelledby="reasons">
<h2 id="reasons">${i18n.t('Easy for you, good for your visitors')}</h2>
<ul>
${reasons(i18n)}</ul>
</section>
</main>
<footer class="foot">
<div class="wide">
<p>${i18n.t('Made with Fingerpost, free software you can host yourself.')}</p>
<a href="${REFERENCE_PATH}" hreflang="en">${i18n.t('API reference')}</a>
<a href="${signIn}">${i18n.t('Sign in')}</a>
</div>
${languageMenu(i18n)}
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

const mark = trusted(faviconSvg().replace('<svg ', '<svg aria-hidden="true" '));

function claim(i18n: I18n, signUp: string, signIn: string, { origin, isChosen }: Home): Html {
  const { usernameMin, usernameMax } = limits;
  return html`<form class="claim" action="${signUp}" method="get">
<label for="username">${i18n.t('Choose your address')}</label>
<div class="claim-row">
<div class="address" dir="ltr"><span id="host">${new URL(origin).host}/</span><input id="username" name="username" type="text" placeholder="${i18n.t('yourname')}" aria-describedby="host" autocapitalize="none" autocomplete="off" spellcheck="false" minlength="${usernameMin}" maxlength="${usernameMax}" pattern="[A-Za-z0-9_\\-]+" title="${i18n.t('Letters, digits, - and _')}"></div>
${isChosen && html`<input type="hidden" name="lang" value="${i18n.language}">`}<button class="go" type="submit">${i18n.t('Create your page')}</button>
</div>
<p class="already">${i18n.t('Already have a page?')} <a href="${signIn}">${i18n.t('Sign in')}</a></p>
</form>`;
}

function signInOnly(i18n: I18n, signIn: string): Html {
  return html`<p class="claim"><a class="go" href="${signIn}">${i18n.t('Sign in to your page')}</a></p>`;
}

/** The page in the frame comes without scripts and is not counted as a visit. The sandbox keeps it from acting. */
function stage(i18n: I18n, { origin, example }: Home): Html {
  if (example === undefined) {
    return html`<figure class="stage"><div class="phone"><div class="screen" aria-hidden="true">${drawing}</div></div>
<figcaption>${i18n.t('Your page could look like this.')}</figcaption></figure>`;
  }
  const path = pagePath({ username: example });
  return html`<figure class="stage">
<div class="phone"><div class="screen"><iframe src="${path}" title="${i18n.t('The page of {username}', { username: example })}" sandbox="allow-same-origin" loading="lazy" width="390" height="822" inert></iframe></div></div>
<div class="scan"><img src="${path}/qr.svg" alt="" width="104" height="104">${i18n.t('Scan to see it on your phone')}</div>
<figcaption>${fill(i18n.t('A live page: {address}'), { address: html`<a href="${path}" dir="ltr">${new URL(origin).host}${path}</a>` })}</figcaption>
</figure>`;
}

const drawing = trusted(
  '<div class="drawn"><i class="face"></i><i class="name"></i><i class="bio"></i><i class="link"></i><i class="link"></i><i class="picture"></i><i class="link"></i></div>',
);

function reason(icon: string, title: string, text: string): Html {
  const svg = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${icon}</svg>`;
  return html`<li>${trusted(svg)}<h3>${title}</h3><p>${text}</p></li>\n`;
}

function reasons(i18n: I18n): Html[] {
  return [
    reason(
      '<path d="M12 3a9 9 0 1 0 0 18c1.7 0 2-1.2 1.3-2.2-.8-1.2.1-2.8 1.7-2.8H17a4 4 0 0 0 4-4c0-5-4-9-9-9Z"/><path d="M7.5 11h.01M10 7h.01M15 7.5h.01"/>',
      i18n.t('It looks like you'),
      i18n.t('Fourteen themes, your own colours and fonts, and blocks for links, pictures, players, dates and forms.'),
    ),
    reason(
      '<path d="M4 20V10m6 10V4m6 16v-7m4 7H2"/>',
      i18n.t('Numbers you can trust'),
      i18n.t('Each visit and click counts once, by day, country and source. Bots are left out.'),
    ),
    reason(
      '<path d="M12 3 5 6v5c0 4.5 2.9 8.2 7 10 4.1-1.8 7-5.5 7-10V6Z"/><path d="m9 12 2 2 4-4"/>',
      i18n.t('Private for everyone'),
      i18n.t('No cookies. Nobody is recognised from one day to the next. Pages load fast and work without JavaScript.'),
    ),
    reason(
      '<path d="M12 15V3m0 12-4-4m4 4 4-4"/><path d="M4 15v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4"/>',
      i18n.t('Yours to keep'),
      i18n.t('Take the whole page with you as one file. Everything you can do here, an API can do too.'),
    ),
  ];
}

function languageMenu(i18n: I18n): Html {
  const entry = (language: InterfaceLanguage) =>
    html`<li><a href="/${languageQuery(language)}" hreflang="${language}" lang="${language}" dir="auto"${language === i18n.language && html` aria-current="true"`}>${languageNames[language]}</a></li>`;
  return html`<nav class="wide" aria-label="${i18n.t('Language')}"><ul>${interfaceLanguages.map(entry)}</ul></nav>`;
}

function languageQuery(language: InterfaceLanguage): string {
  return `?lang=${language}`;
}
