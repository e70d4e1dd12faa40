// The reference as one page that needs no other: its style within it, no script, no font, no picture from elsewhere.

import { hash } from 'node:crypto';
import { type Html, html, trusted } from '../html.ts';
import { phrase, prose, proseSections, type Section } from '../prose.ts';
import { keyVariable } from './code.ts';
import { type Group, type Reference, readReference, slug } from './document.ts';
import { methodBadge, panel, renderOperation } from './operation.ts';
import { referenceStyle } from './style.ts';

export interface ReferencePageOptions {
  /** Where the examples send their requests, such as https://links.example. */
  origin: string;
  documentUrl: string;
  /** Whose data is shown, as Markdown. */
  credit?: string | undefined;
}

export const referencePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', referenceStyle, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function renderReference(document: object, options: ReferencePageOptions): string {
  const reference = readReference(document);
  const [opening, sections] = introduction(reference);
  const groups = reference.groups.filter(({ operations }) => operations.length > 0);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${reference.title}: reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every endpoint of the ${reference.title}, with its parameters, answers and errors.">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${trusted(referenceStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<header class="bar" id="top">
<a class="brand" href="#top">${mark} <span>${reference.title}</span></a>
<span class="version">version ${reference.version}</span>
<a class="jump" href="#contents">Contents</a>
<a class="source" href="${options.documentUrl}">OpenAPI document</a>
</header>
<div class="house">
<nav id="contents" aria-label="Contents" tabindex="0">
<details><summary>Contents</summary>
${navigation(sections, groups)}
</details>
</nav>
<main id="content" tabindex="-1">
<section class="opening">
<div class="about">
<h1>${reference.title}</h1>
${opening}
</div>
<div class="samples">${quickStart(options.origin, groups)}</div>
</section>
<div class="guide">
${sections.map(({ title, body }) => html`<section id="${sectionId(title)}"><h2><a href="#${sectionId(title)}">${title}</a></h2>${body}</section>\n`)}
</div>
${groups.map((group) => renderGroup(group, options.origin))}
</main>
</div>
${options.credit !== undefined && html`<footer class="credit"><p>Countries and cities: ${phrase(options.credit)}</p></footer>`}
</body>
</html>
`.toString();
}

/** What stands before the first heading, and the sections; a tag without operations is a section too. */
function introduction({ description, groups }: Reference): [opening: Html[], sections: Section[]] {
  const all = proseSections(description);
  const sections = all.filter(({ title }) => title !== '');
  for (const { name, description: text, operations } of groups) {
    if (operations.length === 0 && text !== '') sections.push({ title: name, body: prose(text) });
  }
  return [all.find(({ title }) => title === '')?.body ?? [], sections];
}

function navigation(sections: Section[], groups: Group[]): Html {
  const guide = sections.map(({ title }) => html`<li><a href="#${sectionId(title)}">${title}</a></li>`);
  const lists = groups.map(
    ({ id, name, operations }) => html`<p><a href="#${id}">${name}</a></p>
<ul>${operations.map((operation) => html`<li><a href="#${operation.id}"><span>${operation.summary}</span> ${methodBadge(operation.method)}</a></li>`)}</ul>
`,
  );
  return html`${guide.length > 0 && html`<p>Basics</p>\n<ul>${guide}</ul>\n`}${lists}`;
}

function renderGroup(group: Group, origin: string): Html {
  return html`<section class="group" id="${group.id}">
<div class="group-head"><h2><a href="#${group.id}">${group.name}</a></h2>${prose(group.description)}</div>
${group.operations.map((operation) => renderOperation(operation, origin))}
</section>
`;
}

function quickStart(origin: string, groups: Group[]): Html | false {
  const operations = groups.flatMap((group) => group.operations);
  const first = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  if (!first) return false;
  const lines = `export ${keyVariable}=fp_…\ncurl '${origin}${first.path}' \\\n  -H "Authorization: Bearer $${keyVariable}"`;
  return panel('Quick start', false, html`<code>${lines}</code>`, 'Quick start');
}

function sectionId(title: string): string {
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
