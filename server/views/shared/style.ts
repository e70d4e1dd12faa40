// The look of shared statistics: the dashboard's colours, light and dark, from the phone up.

export const sharedStyle = `
:root{color-scheme:light dark;--canvas:#f5f6f3;--surface:#fff;--text:#17211c;--muted:#56635c;--edge:#7c8a82;--line:#dfe3dd;--accent:#1f5b41;--bar:#5b9c7c;--tint:#e3eee7}
@media(prefers-color-scheme:dark){:root{--canvas:#0f1512;--surface:#171f1b;--text:#e9efeb;--muted:#9faca4;--edge:#6f7e76;--line:#29332e;--accent:#72d2a0;--bar:#3f7d5f;--tint:#1d2c25}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;overflow-wrap:anywhere}
h1,h2,p,figure,dl,dd{margin:0}
a{color:inherit}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:6px}
main,footer{width:100%;max-width:72rem;margin-inline:auto;padding-inline:1rem}
main{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding-block:1.5rem}
.kind{color:var(--muted);font-size:.875rem;font-weight:600}
h1{font-size:clamp(1.625rem,1.3rem + 1.6vw,2.25rem);line-height:1.15;letter-spacing:-.02em;text-wrap:balance}
header p a{color:var(--muted)}
.top{display:grid;gap:1rem}
.ranges{display:flex;flex-wrap:wrap;gap:.5rem}
.ranges a{display:inline-flex;align-items:center;min-height:2.75rem;padding-inline:.875rem;border:1px solid var(--edge);border-radius:10px;background:var(--surface);font-weight:600;text-decoration:none}
.ranges a:hover{background:var(--tint)}
.ranges [aria-current]{border-color:var(--accent);background:var(--accent);color:var(--surface)}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
.figures div,.card,.chart{padding:1rem;border:1px solid var(--line);border-radius:16px;background:var(--surface)}
.figures div{display:flex;flex-direction:column-reverse}
dt{color:var(--muted);font-size:.875rem}
dd{font-size:1.75rem;font-weight:700;line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
h2,figcaption{font-size:1.125rem;font-weight:700;line-height:1.3}
figcaption{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between}
.legend{display:flex;gap:1rem;color:var(--muted);font-size:.875rem;font-weight:400}
.legend span::before{content:"";display:inline-block;width:.875rem;margin-inline-end:.375rem;border-radius:2px;vertical-align:middle}
.legend .visits::before{height:.875rem;background:var(--bar)}
.legend .clicks::before{height:3px;background:var(--accent)}
.plot{direction:ltr;display:grid;grid-template-columns:auto minmax(0,1fr);gap:.375rem .625rem;margin-top:1rem}
.scale,.dates{display:flex;justify-content:space-between;color:var(--muted);font-size:.75rem;line-height:1;font-variant-numeric:tabular-nums}
.scale{flex-direction:column;margin-block:-.375rem;text-align:end}
.dates span{unicode-bidi:plaintext}
.dates{grid-column:2;gap:.5rem;padding-top:.25rem}
.plot svg{display:block;width:100%;height:clamp(11rem,30vw,17rem);overflow:visible}
.grid{fill:none;stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.bars{fill:var(--bar)}
.line,.halo{fill:none;stroke:var(--accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.halo{stroke:var(--surface);stroke-width:3.5}
details{margin:.5rem 0 -.5rem}
summary{display:inline-block;min-height:2.75rem;padding-block:.625rem;color:var(--muted);font-size:.875rem;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.cards{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
.card table{margin-top:.5rem}
th,td{padding:.5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}
tbody tr:last-child>*{border-bottom:0}
td,thead th:not(:first-child){padding-inline-start:1rem;text-align:end;white-space:nowrap}
thead th{color:var(--muted);font-size:.875rem}
.share{display:block;width:100%;height:4px;margin-top:.25rem;border-radius:2px;fill:var(--bar)}
[dir=rtl] .share{transform:scaleX(-1)}
.empty{color:var(--muted)}
.card .empty{margin-top:.5rem}
footer{display:grid;gap:.25rem;padding-block:0 2rem;color:var(--muted);font-size:.875rem}
footer a{display:inline-block;padding-block:.5rem}
@media(min-width:48rem){
main,footer{padding-inline:2rem}
main{gap:1.5rem;padding-block:2.5rem 2rem}
.top{grid-template-columns:minmax(0,1fr) auto;align-items:end}
.figures{grid-template-columns:repeat(4,minmax(0,1fr))}
.figures div,.card,.chart{padding:1.5rem}
dd{font-size:2rem}
.line{stroke-width:2.5}
.halo{stroke-width:5.5}
.cards{grid-template-columns:1fr 1fr;gap:1.5rem}
}
`.trim();
