// The frame of every page of the reference: head, bar, contents and footer. A page needs no other file: its style is
// inline, and there is no script, no font and no external picture.

import { hash } from 'node:crypto';
import { type Html, html, trusted } from '../html.ts';
import { renderInline } from '../prose.ts';
import { type Group, type Reference, slug } from './document.ts';
import { methodBadge } from './operation.ts';
import { referenceStyle } from './style.ts';

/** The path of the first page. Groups are below it. */
export const REFERENCE_PATH = '/docs';

export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', referenceStyle, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Layout {
  reference: Reference;
  /** Titles of the sections of the first page. */
  sections: readonly string[];
  groups: readonly Group[];
  /** Undefined on the first page. */
  current?: Group | undefined;
  documentUrl: string;
  /** The credit for the geographic data, as Markdown. */
  credit?: string | undefined;
  main: Html;
}

export function renderLayout({ reference, sections, groups, current, documentUrl, credit, main }: Layout): string {
  const { title, version } = reference;
  const about = current
    ? `${current.name}: the endpoints of the ${title}, with parameters, answers and examples.`
    : `Every endpoint of the ${title}, with its parameters, answers and errors.`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${current ? `${current.name} - ${title}` : `${title} reference`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${about}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${trusted(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar" id="top">
<a class="brand" href="${REFERENCE_PATH}">${mark} <span>${title}</span></a>
<span class="version">version ${version}</span>
<a class="jump" href="#contents">Contents</a>
<a class="source" href="${documentUrl}">OpenAPI document</a>
</header>
<div class="columns">
<nav id="contents" aria-label="Contents" tabindex="0">
<details><summary>Contents</summary>
${navigation(sections, groups, current)}
</details>
</nav>
<main id="content" tabindex="-1">
${main}</main>
</div>
${credit !== undefined && html`<footer class="credit"><p>Countries and cities: ${renderInline(credit)}</p></footer>\n`}</body>
</html>
`.toString();
}

function navigation(sections: readonly string[], groups: readonly Group[], current: Group | undefined): Html {
  const guide = sections.map((title) => html`<li><a href="${sectionUrl(title)}">${title}</a></li>\n`);
  const resources = groups.map((group) => {
    const isCurrent = group === current;
    const link = html`<a href="${groupUrl(group)}"${isCurrent && trusted(' aria-current="page"')}>${group.name}</a>`;
    return html`<li>${link}${isCurrent && operationLinks(group)}</li>\n`;
  });
  return html`<p>Basics</p>
<ul><li><a href="${REFERENCE_PATH}"${!current && trusted(' aria-current="page"')}>Overview</a></li>
${guide}</ul>
<p>Resources</p>
<ul>${resources}</ul>`;
}

function operationLinks({ operations }: Group): Html {
  const links = operations.map(
    ({ id, method, summary }) => html`<li><a href="#${id}"><span>${summary}</span> ${methodBadge(method)}</a></li>\n`,
  );
  return html`\n<ul>${links}</ul>`;
}

export function groupUrl({ slug: name }: Group): string {
  return `${REFERENCE_PATH}/${name}`;
}

export function sectionUrl(title: string): string {
  return `${REFERENCE_PATH}#${sectionId(title)}`;
}

export function sectionId(title: string): string {
  return `about-${slug(title)}`;
}

const arms =
  '<path d="M10.7 3a1.3 1.3 0 0 1 2.6 0v18a1.3 1.3 0 0 1-2.6 0Z" opacity=".45"/>' +
  '<path d="M8 4.6h9.6L21 7.4l-3.4 2.8H8a1 1 0 0 1-1-1V5.6a1 1 0 0 1 1-1Z"/>' +
  '<path d="M16 11.8H6.4L3 14.6l3.4 2.8H16a1 1 0 0 0 1-1v-3.6a1 1 0 0 0-1-1Z"/>';
const mark = trusted(
  `<svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">${arms}</svg>`,
);
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#4353d9">${arms}</svg>`;
