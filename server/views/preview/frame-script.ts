// The script of the preview frame. It shows the HTML that the dashboard sends, and reports which block is tapped. The
// frame has an opaque origin, so it cannot read the dashboard. Nothing in the page works: links do not navigate, and
// forms do not submit.

export const frameScript = `
// The dashboard's origin: that of this document's URL, though the sandbox gives the document itself an opaque one.
const dashboard = location.origin;
const style = document.getElementById('page-style');

function show({ html, scheme }) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  makeInert(page);
  const css = withScheme(page.querySelector('style')?.textContent ?? '', scheme);
  if (style.textContent !== css) style.textContent = css;
  copyAttributes(document.documentElement, page.documentElement);
  morph(document.body, page.body);
}

// Replaces what the browser's own setting would decide.
function withScheme(css, scheme) {
  if (scheme !== 'light' && scheme !== 'dark') return css;
  return css
    .replaceAll('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replaceAll('color-scheme:light dark', 'color-scheme:' + scheme);
}

// The policy of this document stops scripts as well. "inert" leaves controls as they look, but without focus and input.
function makeInert(page) {
  for (const element of page.querySelectorAll('script,iframe,object,embed,template,noscript')) element.remove();
  for (const element of page.body.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name);
    if (element.matches('a,area,summary')) element.tabIndex = -1;
    else if (element.matches('form,input,button,select,textarea')) element.inert = true;
  }
}

// Changes only what differs, so that pictures do not flicker, videos play on and the scroll position stays.
function morph(old, next) {
  if (old.isEqualNode(next)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== next.nodeName || old.id !== next.id) {
    old.replaceWith(next);
    return;
  }
  copyAttributes(old, next);
  const byId = new Map([...old.children].filter(({ id }) => id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    const same = child.id ? byId.get(child.id) : at && !at.id ? at : undefined;
    if (same === at) at = at?.nextSibling ?? null;
    if (!same) old.insertBefore(child, at);
    else {
      if (same.nextSibling !== at) old.insertBefore(same, at);
      morph(same, child);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

// Answers that the owner has opened stay open.
function copyAttributes(old, next) {
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

if (parent !== window) {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== dashboard || typeof data?.html !== 'string') return;
    show(data);
    parent.postMessage({ type: 'shown' }, dashboard);
  });
  addEventListener('click', (event) => {
    if (!event.target.closest('summary')) event.preventDefault();
    const block = event.target.closest('main > section');
    if (block) parent.postMessage({ type: 'block', id: Number(block.id.slice(1)) }, dashboard);
  }, true);
  for (const type of ['auxclick', 'dragstart', 'submit']) {
    addEventListener(type, (event) => event.preventDefault(), true);
  }
  parent.postMessage({ type: 'ready' }, dashboard);
}
`;
