// The front page of a newspaper: a masthead between rules, a photograph beside the lead, links as ruled rows.
export const gazette = `
:root{--width:40rem;--gap:2rem}
header{flex-flow:row wrap;justify-content:center;gap:1.25rem 1.5rem}
header>div{display:contents}
h1{order:-1;flex:1 0 100%;padding-block:.15em .25em;border-block:.35rem double var(--text);font-size:clamp(2.5rem,1.3rem + 6.5vw,4.75rem);font-weight:900;line-height:1;letter-spacing:-.02em}
h1.long{font-size:clamp(1.75rem,1.1rem + 3vw,3rem)}
.avatar{inline-size:5.5rem;block-size:6.75rem;border-radius:var(--radius-small);filter:grayscale(1) contrast(1.05)}
.me{margin-block-start:0}
.bio{flex:1 1 11rem;margin:0;color:var(--text);font-size:1.125rem;text-align:start}
:root header{align-items:center}
.b>h2{border-block-start:1px solid var(--text);padding-block-start:.6rem;font-size:1.5rem}
.b h2{font-weight:800}
.b>.stack,.b>.thumbnails{gap:0}
a.btn{justify-content:start;padding:1rem .25rem;border-block-end:1px solid var(--line);font:600 1.1875rem/1.35 var(--font-display);text-align:start}
li:first-child>a.btn{border-block-start:1px solid var(--line)}
:root:not(.own-buttons) a.btn{background:none;color:var(--text)}
:root:not(.own-buttons) button.btn{background:var(--text);color:var(--surface)}
.own-buttons a.btn{padding-inline:1.25rem;border:0}
.own-buttons .b>:is(.stack,.thumbnails){gap:.6rem}
:root:not(.own-buttons) a.hot{color:var(--accent);font-style:italic}
:root:not(.own-buttons) a.hot:not(:focus-visible){outline:0}
a.btn::after{content:"→" / "";margin-inline-start:auto;color:var(--accent)}
.own-buttons a.btn::after{color:inherit}
[dir=rtl] a.btn::after{transform:scaleX(-1)}
a.btn:hover{text-decoration:underline;text-decoration-thickness:2px}
`.trim();
