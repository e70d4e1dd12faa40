// The style of the reference. Colours are named once for light and once for dark; a test holds every pair of text and
// ground to 4.5 : 1. Tables lay themselves out by the room they have, not by the size of the screen.

export const referenceStyle = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --raised: #f6f7fb; --line: #e2e5ee; --strong-line: #c3c9d8;
  --ink: #171b26; --soft: #545d70; --accent: #3747c9; --accent-ground: #eceefc;
  --get-ink: #0f5f38; --get-ground: #e0f4e8; --post-ink: #2b3cb5; --post-ground: #e6e9fd; --bad-ink: #9c2218; --bad-ground: #fdebe8;
  --panel: #151a2b; --panel-head: #1e2439; --panel-ink: #e3e7f4; --panel-soft: #a8b1cb;
  --panel-key: #9fc2ff; --panel-string: #a5e0b4; --panel-number: #f7c78b;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace;
  --bar: 3.5rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1219; --raised: #171b25; --line: #262c3a; --strong-line: #3d465a;
    --ink: #e8ebf3; --soft: #a4adc0; --accent: #a9b5ff; --accent-ground: #20274a;
    --get-ink: #8be0b0; --get-ground: #12321f; --post-ink: #b3beff; --post-ground: #212a58; --bad-ink: #ffb3a8; --bad-ground: #3c1a17;
    --panel: #171c2a; --panel-head: #1f2536;
  }
}

* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 1.25rem); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) {
  a, summary::before { transition: color .12s, background-color .12s, border-color .12s, transform .12s; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 1rem/1.6 var(--sans); overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: from-font; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
h1, h2, h3, h4 { line-height: 1.25; letter-spacing: -.011em; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(2rem, 1.6rem + 1.6vw, 2.75rem); letter-spacing: -.025em; font-weight: 750; }
h2 { font-size: 1.625rem; letter-spacing: -.018em; font-weight: 700; }
h3 { font-size: 1.3125rem; font-weight: 680; }
h4 { font-size: .9375rem; font-weight: 650; margin: 2rem 0 .5rem; }
:is(h2, h3) > a { color: inherit; text-decoration: none; }
:is(h2, h3) > a:hover { color: var(--accent); text-decoration: underline; }
p, ul, ol, pre, table { margin: .75rem 0; }
:is(.about, .guide, .group-head) > :is(p, ul, ol), .guide section > :is(p, ul, ol) { max-width: 42rem; text-wrap: pretty; }
li + li { margin-top: .25rem; }
code { font: .875em/1.5 var(--mono); overflow-wrap: anywhere; }
:is(p, li, td, dd) > code, .rule code { background: var(--raised); border: 1px solid var(--line); border-radius: 5px; padding: .08em .32em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }

.skip { position: fixed; z-index: 3; left: 1rem; top: -5rem; padding: .625rem 1rem; background: var(--accent); color: var(--ground); border-radius: 0 0 8px 8px; font-weight: 600; }
.skip:focus { top: 0; }
.bar { position: sticky; z-index: 2; top: 0; min-height: var(--bar); display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem clamp(1rem, 3vw, 2rem); background: var(--ground); border-bottom: 1px solid var(--line); font-size: .9375rem; }
.brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--ink); font-weight: 700; letter-spacing: -.01em; text-decoration: none; }
.brand svg { color: var(--accent); flex: none; }
.version { color: var(--soft); font-size: .8125rem; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; }
.source { margin-left: auto; }
.jump { display: none; }

.house { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); max-width: 104rem; margin: 0 auto; }
nav { position: sticky; top: var(--bar); height: calc(100vh - var(--bar)); height: calc(100dvh - var(--bar)); overflow-y: auto; overscroll-behavior: contain; padding: 1.25rem .75rem 3rem 1.25rem; border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.4; scrollbar-width: thin; scroll-target-group: auto; }
nav details { border: 0; }
nav p { margin: 1.5rem 0 .375rem; padding: 0 .75rem; font-size: .75rem; font-weight: 700; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav summary + p { margin-top: 0; }
nav p a { color: inherit; text-decoration: none; }
nav p a:hover { color: var(--accent); text-decoration: underline; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li + li { margin-top: 1px; }
nav li a { display: flex; align-items: baseline; justify-content: space-between; gap: .5rem; padding: .4rem .75rem; border-radius: 7px; color: var(--ink); text-decoration: none; }
nav li a:hover { background: var(--raised); color: var(--accent); }
nav li a:target-current { background: var(--accent-ground); color: var(--accent); font-weight: 600; }
nav .method { font-size: .625rem; padding: .05rem .35rem; }

main { min-width: 0; padding: 0 clamp(1rem, 3.2vw, 3rem) 6rem; }
.opening { padding: clamp(2rem, 4vw, 3.5rem) 0 1.5rem; }
.opening .about > p { font-size: 1.125rem; color: var(--soft); }
.guide { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0 3rem; padding-bottom: 2.5rem; }
.guide section { padding: 1.25rem 0; border-top: 1px solid var(--line); min-width: 0; }
.guide section:has(table, pre) { grid-column: 1 / -1; }
.guide h2 { font-size: 1.125rem; letter-spacing: -.008em; }
.guide section > * { font-size: .9375rem; }
.guide section > h2 { font-size: 1.125rem; }
.group-head { padding: 3rem 0 .5rem; border-top: 1px solid var(--strong-line); }
.group-head p { color: var(--soft); font-size: 1.0625rem; margin: .375rem 0 0; }
.operation { padding: 2.5rem 0; }
.operation + .operation { border-top: 1px solid var(--line); }
.about { min-width: 0; container-type: inline-size; }
.samples { min-width: 0; margin-top: 1.75rem; }

.endpoint { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem .625rem; margin: .625rem 0 1rem; }
.endpoint > code { background: none; border: 0; padding: 0; font-size: .9375rem; font-weight: 600; }
.method { flex: none; font: 700 .75rem/1.5 var(--mono); letter-spacing: .03em; padding: .08rem .5rem; border-radius: 5px; background: var(--post-ground); color: var(--post-ink); }
.method.get { background: var(--get-ground); color: var(--get-ink); }
.method.delete { background: var(--bad-ground); color: var(--bad-ink); }
.tag { font-size: .8125rem; color: var(--soft); }
.status { font: 700 .8125rem/1.5 var(--mono); padding: .05rem .4rem; border-radius: 5px; background: var(--bad-ground); color: var(--bad-ink); }
.status.s2 { background: var(--get-ground); color: var(--get-ink); }

details { border: 1px solid var(--line); border-radius: 10px; }
summary { display: flex; align-items: center; gap: .625rem; padding: .6rem .875rem; border-radius: 9px; cursor: pointer; list-style: none; font-size: .9375rem; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; flex: none; width: .45rem; height: .45rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(-45deg); }
details[open] > summary::before { transform: rotate(45deg); }
summary:hover { background: var(--raised); }
summary span { min-width: 0; }
.count { margin-left: auto; color: var(--soft); font-size: .8125rem; white-space: nowrap; }

table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.5; }
.fields, .errors { table-layout: fixed; }
.fields th:first-child { width: 27%; } .fields th:nth-child(2) { width: 18%; } .fields th:nth-child(4) { width: 5.5rem; }
.errors th:first-child { width: 4rem; } .errors th:nth-child(2) { width: clamp(8.5rem, 34%, 14rem); }
.scroll { overflow-x: auto; }
.scroll table { min-width: 32rem; }
th { text-align: left; font-weight: 650; }
thead th { color: var(--soft); font-size: .75rem; letter-spacing: .03em; border-bottom: 1px solid var(--strong-line); padding: .375rem .75rem .375rem 0; }
tbody :is(th, td) { vertical-align: top; padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th code { font-size: .8125rem; }
.fields th i { color: var(--soft); font-weight: 400; }
.fields .type { color: var(--soft); }
.fields .fine { display: block; color: var(--soft); }
.fields .need { color: var(--soft); white-space: nowrap; }
.fields .need b { color: var(--bad-ink); font-weight: 600; }
tbody .form > th { padding-top: 1.1rem; border-bottom-color: var(--strong-line); color: var(--soft); }
.forms { display: grid; gap: .5rem; margin-top: .75rem; }
details > .fields, details > .errors { width: calc(100% - 1.75rem); margin: 0 .875rem .375rem; }
.d1 > th { padding-left: 1rem; } .d2 > th { padding-left: 2rem; } .d3 > th { padding-left: 3rem; }
.d4 > th { padding-left: 4rem; } .d5 > th { padding-left: 5rem; } .d6 > th { padding-left: 6rem; }
@container (max-width: 37rem) {
  .fields { display: block; }
  .fields thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .fields tbody { display: block; }
  .fields tr { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: .625rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .fields tr:last-child { border-bottom: 0; }
  .fields tr > *, .fields tr > th:first-child { width: auto; padding: 0; border: 0; }
  .fields .type, .fields .need { font-size: .8125rem; }
  .fields .type { overflow-wrap: break-word; }
  .fields .rule { order: 1; flex: 1 0 100%; margin-top: .125rem; }
  .fields .rule:empty, .fields .need:empty { display: none; }
  .fields :is(.d1, .d2, .d3, .d4, .d5, .d6) { border-left: 2px solid var(--line); padding-left: .75rem; }
  .d1 > th, .d2 > th, .d3 > th, .d4 > th, .d5 > th, .d6 > th { padding-left: 0; }
  .d2 { margin-left: .75rem; } .d3 { margin-left: 1.5rem; } .d4 { margin-left: 2.25rem; } .d5 { margin-left: 3rem; } .d6 { margin-left: 3.75rem; }
}

.credit { padding: 1.25rem clamp(1rem, 3vw, 2rem); border-top: 1px solid var(--line); color: var(--soft); font-size: .8125rem; text-align: center; text-wrap: balance; }
.credit p { margin: 0; }

.panel { margin: 0 0 1rem; border-radius: 10px; overflow: hidden; background: var(--panel); color: var(--panel-ink); border: 1px solid var(--panel-head); }
.panel figcaption { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem .75rem; padding: .5rem .875rem; background: var(--panel-head); font-size: .8125rem; font-weight: 600; }
.panel .hint { color: var(--panel-soft); font-weight: 400; }
pre { background: var(--panel); color: var(--panel-ink); border-radius: 10px; padding: .875rem; overflow: auto; font: .78125rem/1.65 var(--mono); tab-size: 2; }
.panel pre { margin: 0; border-radius: 0; max-height: 30rem; scrollbar-width: thin; scrollbar-color: var(--panel-soft) transparent; }
.panel pre:focus-visible { outline-color: var(--panel-key); outline-offset: -3px; }
pre code { font: inherit; white-space: pre; overflow-wrap: normal; }
code.all { display: block; user-select: all; -webkit-user-select: all; }
code .k { color: var(--panel-key); } code .s { color: var(--panel-string); } code .n { color: var(--panel-number); }

@media (min-width: 72rem) {
  .opening, .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 25.5rem); gap: 0 clamp(2rem, 3vw, 4rem); align-items: start; }
  .samples { margin-top: 0; position: sticky; top: calc(var(--bar) + 1.25rem); }
  .operation .panel:last-child pre { max-height: calc(100vh - 22rem); min-height: 8rem; }
}
@media (min-width: 96rem) {
  .opening, .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 32rem); }
}
/* With room beside the text the contents are always open; a browser that cannot do that keeps its button. */
@media (min-width: 56.01rem) {
  @supports selector(::details-content) {
    nav summary { display: none; }
    nav details::details-content { content-visibility: visible; block-size: auto; }
  }
}
@media (max-width: 56rem) {
  .house { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: .375rem clamp(.125rem, 2vw, 1.25rem); background: var(--raised); }
  nav summary { font-weight: 600; font-size: 1rem; padding: .75rem .875rem; }
  nav details[open] { padding-bottom: 1rem; }
  nav li a { padding: .5rem .75rem; }
  nav li a:hover { background: var(--ground); }
  .jump { display: inline; margin-left: auto; }
  .source { margin-left: 0; }
  .version { display: none; }
}
@media (max-width: 30rem) {
  .source { display: none; }
}
@media (forced-colors: active) {
  .method, .status, .panel { border: 1px solid; }
}
@media print {
  :root { --ground: #fff; --raised: #f6f7fb; --line: #d5d9e2; --ink: #000; --soft: #444; --accent: #1f2f9c; --panel: #fff; --panel-head: #f0f1f5; --panel-ink: #000; --panel-soft: #444; --panel-key: #1f2f9c; --panel-string: #0f5f38; --panel-number: #7a3d00; }
  body { font-size: 10pt; }
  .skip, .bar, nav, .hint { display: none; }
  .house, .opening, .operation { display: block; }
  main { padding: 0; }
  .panel, pre { border: 1px solid var(--line); }
  .panel pre { max-height: none !important; overflow: visible; }
  pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3, h4, figcaption { break-after: avoid; }
  tr, .panel figcaption { break-inside: avoid; }
}
`;
