// The pages of the reference: an overview with the guide and an index of all operations, and a page for each resource.

import { type Html, html } from '../html.ts';
import { prose, proseSections, type Section } from '../prose.ts';
import { keyVariable } from './code.ts';
import { type Group, type Operation, type Reference, readReference } from './document.ts';
import { breakable, createFieldLists } from './fields.ts';
import { groupUrl, REFERENCE_PATH, renderLayout, sectionId, sectionUrl } from './layout.ts';
import { type SharedObjects, sharedObjects } from './objects.ts';
import { methodBadge, panel, renderOperation } from './operation.ts';

export interface ReferenceOptions {
  /** The origin in the examples, such as https://links.example. */
  origin: string;
  documentUrl: string;
  /** The credit for the geographic data, as Markdown. */
  credit?: string | undefined;
}

/** Renders each page, by path. */
export type ReferencePages = ReadonlyMap<string, () => string>;

export function referencePages(document: object, options: ReferenceOptions): ReferencePages {
  const reference = readReference(document);
  const groups = reference.groups.filter(({ operations }) => operations.length > 0);
  const [opening, sections] = introduction(reference);
  const frame = {
    reference,
    groups,
    sections: sections.map(({ title }) => title),
    documentUrl: options.documentUrl,
    credit: options.credit,
  };
  const pages = new Map<string, () => string>();
  pages.set(REFERENCE_PATH, () =>
    renderLayout({ ...frame, main: renderOverview(reference, opening, sections, groups, options.origin) }),
  );
  for (const [index, group] of groups.entries()) {
    const neighbours = { previous: groups[index - 1], next: groups[index + 1] };
    pages.set(groupUrl(group), () =>
      renderLayout({ ...frame, current: group, main: renderGroup(group, options.origin, neighbours) }),
    );
  }
  return pages;
}

/** The text before the first heading, and the sections. A tag without operations is a section too. */
function introduction({ description, groups }: Reference): [opening: Html[], sections: Section[]] {
  const all = proseSections(description);
  const sections = all.filter(({ title }) => title !== '');
  for (const { name, description: text, operations } of groups) {
    if (operations.length === 0 && text !== '') sections.push({ title: name, body: prose(text) });
  }
  return [all.find(({ title }) => title === '')?.body ?? [], sections];
}

function renderOverview(
  reference: Reference,
  opening: Html[],
  sections: readonly Section[],
  groups: readonly Group[],
  origin: string,
): Html {
  return html`<section class="opening">
<div class="about">
<h1>${reference.title}</h1>
${opening}
</div>
<div class="samples">${quickStart(origin, groups)}</div>
</section>
<div class="guide">
${sections.map(({ title, body }) => html`<section id="${sectionId(title)}"><h2><a href="#${sectionId(title)}">${title}</a></h2>${body}</section>\n`)}</div>
${groups.map(indexOf)}`;
}

/** The ids are operation ids: a link to one leads to its entry here, and from there to its page. */
function indexOf(group: Group): Html {
  const entries = group.operations.map(
    ({ id, method, path, summary }) =>
      html`<li id="${id}"><a href="${groupUrl(group)}#${id}">${methodBadge(method)} <span>${summary}</span> <code>${breakable(path)}</code></a></li>\n`,
  );
  return html`<section class="group" id="${group.id}">
<h2><a href="${groupUrl(group)}">${group.name}</a></h2>
${prose(group.description)}
<ul class="index">${entries}</ul>
</section>
`;
}

interface Neighbours {
  previous: Group | undefined;
  next: Group | undefined;
}

function renderGroup(group: Group, origin: string, neighbours: Neighbours): Html {
  const shared = sharedObjects(group.operations);
  const options = { origin, shared, errorsUrl: sectionUrl('Errors') };
  return html`<div class="group-head" id="${group.id}">
<h1>${group.name}</h1>
${prose(group.description)}
</div>
${group.operations.map((operation: Operation) => renderOperation(operation, options))}${objectSections(shared)}${pageLinks(neighbours)}`;
}

function pageLinks({ previous, next }: Neighbours): Html {
  return html`<nav class="pages" aria-label="Pages">
${previous && html`<a href="${groupUrl(previous)}" rel="prev"><span>Previous</span> ${previous.name}</a>`}
${next && html`<a class="next" href="${groupUrl(next)}" rel="next"><span>Next</span> ${next.name}</a>`}
</nav>
`;
}

function objectSections(shared: SharedObjects): Html | false {
  if (shared.schemas.length === 0) return false;
  const { contents } = createFieldLists(shared, 'output');
  const sections = shared.schemas.map((schema) => {
    const id = shared.idOf(schema)!;
    return html`<section class="object" id="${id}"><h3><a href="#${id}">${schema.title}</a></h3>
${schema.description !== undefined && prose(schema.description)}${contents(schema)}</section>\n`;
  });
  return html`<section class="objects" id="objects" aria-labelledby="objects-title">
<h2 id="objects-title"><a href="#objects">Objects</a></h2>
${sections}</section>
`;
}

function quickStart(origin: string, groups: readonly Group[]): Html | false {
  const operations = groups.flatMap((group) => group.operations);
  const first = operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  if (!first) return false;
  const lines = `export ${keyVariable}=fp_…\ncurl '${origin}${first.path}' \\\n  -H "Authorization: Bearer $${keyVariable}"`;
  return panel('Quick start', html`<code>${lines}</code>`, 'Quick start');
}
