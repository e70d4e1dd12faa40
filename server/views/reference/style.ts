// The style of the reference. Colours are named once for light and once for dark; a test checks that every pair of text
// and background has a contrast of at least 4.5 : 1.

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
h1, h2, h3 { line-height: 1.25; letter-spacing: -.011em; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(2rem, 1.6rem + 1.6vw, 2.75rem); letter-spacing: -.025em; font-weight: 750; }
h2 { font-size: 1.5rem; letter-spacing: -.018em; font-weight: 700; }
h3 { font-size: 1.125rem; font-weight: 680; }
.operation h3 { font-size: .9375rem; font-weight: 650; margin: 2rem 0 .5rem; }
:is(h2, h3) > a { color: inherit; text-decoration: none; }
:is(h2, h3) > a:hover { color: var(--accent); text-decoration: underline; }
p, ul, ol, pre, table { margin: .75rem 0; }
:is(.about, .group, .group-head) > :is(p, ol), .guide section > :is(p, ul, ol) { max-width: 42rem; text-wrap: pretty; }
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

.columns { display: grid; grid-template-columns: 17.5rem minmax(0, 1fr); max-width: 104rem; margin: 0 auto; }
#contents { position: sticky; top: var(--bar); height: calc(100vh - var(--bar)); height: calc(100dvh - var(--bar)); overflow-y: auto; overscroll-behavior: contain; padding: 1.25rem .75rem 3rem 1.25rem; border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.4; scrollbar-width: thin; }
#contents details { border: 0; }
#contents p { margin: 1.5rem 0 .375rem; padding: 0 .75rem; font-size: .75rem; font-weight: 700; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
#contents summary + p { margin-top: 0; }
#contents p a { color: inherit; text-decoration: none; }
#contents p a:hover { color: var(--accent); text-decoration: underline; }
#contents ul { list-style: none; margin: 0; padding: 0; }
#contents li + li { margin-top: 1px; }
#contents li a { display: flex; align-items: baseline; justify-content: space-between; gap: .5rem; padding: .4rem .75rem; border-radius: 7px; color: var(--ink); text-decoration: none; }
#contents li a:hover { background: var(--raised); color: var(--accent); }
#contents li a[aria-current] { color: var(--accent); font-weight: 650; }
#contents li ul { margin: .125rem 0 .5rem .75rem; padding-left: .375rem; border-left: 1px solid var(--line); }
#contents .method { font-size: .625rem; padding: .05rem .35rem; }

main { min-width: 0; padding: 0 clamp(1rem, 3.2vw, 3rem) 6rem; }
.opening { padding: clamp(2rem, 4vw, 3.5rem) 0 1.5rem; }
.opening .about > p { font-size: 1.125rem; color: var(--soft); }
.guide { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0 3rem; padding-bottom: 2.5rem; }
.guide section { padding: 1.25rem 0; border-top: 1px solid var(--line); min-width: 0; }
.guide section:has(table, pre) { grid-column: 1 / -1; }
.guide h2 { font-size: 1.125rem; letter-spacing: -.008em; }
.guide section > * { font-size: .9375rem; }
.guide section > h2 { font-size: 1.125rem; }
.group { padding: 2.5rem 0 .5rem; border-top: 1px solid var(--strong-line); }
.group > p { color: var(--soft); margin: .375rem 0 0; }
.index { list-style: none; margin: 1rem 0 0; padding: 0; }
.index li { border-top: 1px solid var(--line); }
.index li + li { margin: 0; }
.index a { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr) minmax(0, 1.1fr); gap: .25rem 1rem; align-items: baseline; padding: .6rem .5rem; border-radius: 7px; color: var(--ink); text-decoration: none; font-size: .9375rem; }
.index a:hover { background: var(--raised); color: var(--accent); }
.index .method { justify-self: start; font-size: .6875rem; }
.index code { color: var(--soft); font-size: .8125rem; }
.index li:target a { background: var(--accent-ground); color: var(--accent); }
.index li:target code { color: inherit; }
.group-head { padding: clamp(2rem, 4vw, 3.5rem) 0 .5rem; }
.group-head p { color: var(--soft); font-size: 1.125rem; margin: .5rem 0 0; }
.operation { padding: 2.5rem 0; }
.operation + .operation { border-top: 1px solid var(--line); }
.about { min-width: 0; }
.samples { min-width: 0; margin-top: 1.75rem; }

.endpoint { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem .625rem; margin: .625rem 0 1rem; }
.endpoint.alias { margin-top: -.5rem; color: var(--soft); font-size: .875rem; }
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
.scroll { overflow-x: auto; }
.scroll td code { white-space: nowrap; }
th { text-align: left; font-weight: 650; }
thead th { color: var(--soft); font-size: .75rem; letter-spacing: .03em; border-bottom: 1px solid var(--strong-line); padding: .375rem .75rem .375rem 0; }
tbody :is(th, td) { vertical-align: top; padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tbody tr:last-child > * { border-bottom: 0; }

.fields { list-style: none; margin: 0; padding: 0; font-size: .9375rem; }
.fields > li { padding: .7rem 0; border-top: 1px solid var(--line); }
.fields > li + li { margin: 0; }
.fields p { margin: .2rem 0 0; text-wrap: pretty; }
.fields .field { margin: 0; overflow-wrap: anywhere; }
.field > code { background: none; border: 0; padding: 0; font-size: .875rem; font-weight: 650; }
.field i { color: var(--soft); font-weight: 400; }
.type { color: var(--soft); font-size: .8125rem; margin-left: .25rem; }
.required { color: var(--bad-ink); font-size: .75rem; font-weight: 650; margin-left: .25rem; }
.fields .rule { color: var(--soft); font-size: .875rem; }
.fields .fields { margin: .5rem 0 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.fields .fields > li:first-child { border-top: 0; padding-top: .25rem; }
.fields details { margin-top: .6rem; }
details > .fields { padding: 0 .875rem; }
.fields details > .fields { margin: 0; border-left: 0; padding: 0 .875rem; }
details[open] > summary { border-radius: 9px 9px 0 0; }
.fields details > summary { padding: .35rem .75rem; font-size: .8125rem; color: var(--soft); }
.forms-lead { margin: 1rem 0 .5rem; }
.forms { display: grid; gap: .5rem; margin-top: .75rem; }
.forms summary > span { display: flex; flex: 1; gap: .75rem; }
.errors { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .375rem; font: 600 .8125rem/1.5 var(--mono); color: var(--soft); }
.errors li { padding: .05rem .4rem; border: 1px solid var(--line); border-radius: 5px; }
.errors li + li { margin: 0; }
.errors + p { font-size: .875rem; margin: .5rem 0 0; }
.objects { padding: 2.5rem 0; border-top: 1px solid var(--strong-line); }
.object { padding: 1.5rem 0 .5rem; max-width: 46rem; }
.object > .fields { margin-top: .5rem; }
.pages { display: flex; justify-content: space-between; gap: 1rem; padding: 2rem 0 0; border-top: 1px solid var(--line); }
.pages a { display: grid; font-weight: 650; text-decoration: none; }
.pages a:hover { text-decoration: underline; }
.pages .next { margin-left: auto; text-align: right; }
.pages span { color: var(--soft); font-size: .8125rem; font-weight: 400; }

.credit { padding: 1.25rem clamp(1rem, 3vw, 2rem); border-top: 1px solid var(--line); color: var(--soft); font-size: .8125rem; text-align: center; text-wrap: balance; }
.credit p { margin: 0; }

.panel { margin: 0 0 1rem; border-radius: 10px; overflow: hidden; background: var(--panel); color: var(--panel-ink); border: 1px solid var(--panel-head); }
.panel figcaption { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem .75rem; padding: .5rem .875rem; background: var(--panel-head); font-size: .8125rem; font-weight: 600; }
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
    #contents summary { display: none; }
    #contents details::details-content { content-visibility: visible; block-size: auto; }
  }
}
@media (max-width: 56rem) {
  .columns { display: block; }
  #contents { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: .375rem clamp(.125rem, 2vw, 1.25rem); background: var(--raised); }
  #contents summary { font-weight: 600; font-size: 1rem; padding: .75rem .875rem; }
  #contents details[open] { padding-bottom: 1rem; }
  #contents li a { padding: .5rem .75rem; }
  #contents li a:hover { background: var(--ground); }
  .jump { display: inline; margin-left: auto; }
  .source { margin-left: 0; }
  .version { display: none; }
}
@media (max-width: 40rem) {
  .index a { grid-template-columns: 3.5rem minmax(0, 1fr); }
  .index code { grid-column: 2; }
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
  .skip, .bar, nav { display: none; }
  .columns, .opening, .operation { display: block; }
  main { padding: 0; }
  .panel, pre { border: 1px solid var(--line); }
  .panel pre { max-height: none !important; overflow: visible; }
  pre code { white-space: pre-wrap; overflow-wrap: anywhere; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3, figcaption { break-after: avoid; }
  tr, .panel figcaption { break-inside: avoid; }
}
`;
