// Hardly there: the visitor's own font, a small header in one row, links as one list.
export const quiet = `
:root{--width:34rem}
.a-left header{flex-direction:row}
.a-right header{flex-direction:row-reverse;align-items:start}
.a-left header>div,.a-right header>div{align-self:center}
.avatar{inline-size:4.75rem;block-size:4.75rem}
h1{font-size:clamp(1.35rem,1.2rem + .8vw,1.625rem);font-weight:650}
.bio{margin-block-start:.2rem;font-size:.9688rem}
.b>h2{font-size:1rem;font-weight:600;color:var(--muted)}
a.btn{justify-content:start;padding-inline:1.1rem;font-weight:500;text-align:start}
a.btn::after{content:"";flex:none;margin-inline-start:auto;inline-size:.5rem;block-size:.5rem;border:solid currentColor;border-width:2px 2px 0 0;opacity:.5;transform:rotate(45deg)}
[dir=rtl] a.btn::after{transform:rotate(-135deg)}
.b>.stack,.b>.thumbnails{gap:0}
:is(.stack,.thumbnails) li+li>a.btn{border-start-start-radius:0;border-start-end-radius:0;border-block-start:1px solid var(--line)}
:is(.stack,.thumbnails) li:not(:last-child)>a.btn{border-end-start-radius:0;border-end-end-radius:0}
.btn.hot{outline-offset:-4px}
a.btn:hover{background:color-mix(in srgb,var(--button),var(--button-text) 7%)}
:root:not(.own-buttons) .card .btn,.panelled:not(.own-buttons) .btn{--button:var(--bg)}
button.btn{background:var(--accent);color:var(--surface)}
.own-buttons button.btn{background:var(--button);color:var(--button-text)}
`.trim();
