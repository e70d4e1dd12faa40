// A pressed plant on its sheet: the portrait in an oval beside the text, links as specimen labels.
export const herbarium = `
:root{--width:36rem;--gap:2rem}
body{background:radial-gradient(var(--line) 1px,transparent 1px) 0 0/1.4rem 1.4rem,var(--bg)}
.a-left header{flex-direction:row-reverse;align-items:center;justify-content:space-between;gap:1.25rem}
.a-right header{flex-direction:row;align-items:center;justify-content:space-between;gap:1.25rem}
.avatar{inline-size:6.5rem;block-size:8.5rem;border-radius:50%;border:1px solid var(--border);padding:.35rem;background:var(--surface)}
h1{font-size:clamp(1.85rem,1.5rem + 2vw,2.6rem);font-weight:500;font-style:italic;letter-spacing:-.01em}
.bio{color:var(--text)}
.b h2{font-weight:500;font-style:italic}
.b>h2{font-size:1.25rem}
.btn{font-weight:500}
a.btn{justify-content:start;padding-inline:1.5rem 1.1rem;text-align:start;border:1px solid var(--line);border-inline-start:.4rem solid var(--accent)}
button.btn{background:var(--accent);color:var(--surface)}
.own-buttons button.btn{background:var(--button);color:var(--button-text)}
a.btn:hover{border-color:var(--accent)}
`.trim();
